/** A text from a record as a terminal may see it: what it would obey, or what turns letters around, becomes a dot. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '·');
