/** Collects the values of an option that may be given several times. */
export const several = (value: string, others: string[] = []): string[] => [...others, value];
