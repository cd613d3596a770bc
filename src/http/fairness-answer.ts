import { PHRASES } from '../fairness/phrases.js';
import type { FairnessReport } from '../fairness/report-model.js';
import type { Language, Phrase } from '../rules/ruleset.js';
import { render } from './language.js';

/** A fairness report as it is answered: its phrases as sentences in a language. */
export function fairnessAnswer(report: FairnessReport, language: Language): FairnessReport<string> {
  const told = <Part extends { readonly sentences: readonly Phrase[] }>(part: Part) => ({
    ...part,
    sentences: part.sentences.map((phrase) => render(PHRASES, phrase, language)),
  });
  return {
    ...told(report),
    overall: told(report.overall),
    purposes: report.purposes.map(told),
    groups: report.groups.map(told),
  };
}
