import { bang } from '#src/rules/bang/index.js';
import { ATTACKS_PATH, severalShots } from './common-shot.js';
import { AUTHORIZATION } from './house.js';
import type { LoadRequest } from './load-spec.js';
import { post } from './measured-load.js';

const distance = bang.checks.find(({ name }) => name === 'distance-check')!;
const check = post(`/v1/${bang.id}/${distance.path}`, distance.examples[0]!.request);

/** What the service is asked for besides the one attack. */
export const otherRequests: readonly { readonly what: string; readonly request: LoadRequest }[] = [
  { what: 'An attack of two shots at two figures', request: post(ATTACKS_PATH, severalShots) },
  // It needs no key, and players send none.
  {
    what: 'A BANG! distance check: no dice, no record',
    request: { ...check, headers: { 'content-type': 'application/json' } },
  },
  {
    what: 'Reading 100 entries',
    request: { method: 'GET', path: '/v1/campaigns/{campaign}/entries?limit=100', headers: AUTHORIZATION },
  },
];
