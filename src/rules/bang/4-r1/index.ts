import { ruleset } from '../../ruleset.js';
import { attack } from './attack.js';
import { distanceCheck } from './distance-check.js';
import { PURPOSES } from './owners.js';
import { PHRASES } from './phrases.js';
import { targets } from './targets.js';

/** The first revision, frozen: recorded rulings and campaigns that are pinned to it need it as it was. */
export const bangR1 = ruleset({
  id: 'bang',
  version: '4-r1',
  title: 'BANG!',
  edition: 'Base game (fourth edition), with the Dodge City cards that shoot or change distance',
  source:
    'A German text on BANG! distance, from “Die Entfernung am Tisch richtig zählen” to “Volcanic und Duell: Zwei wichtige Ausnahmen”. Where it is silent, the decisions below prevail.',
  decisions: [
    'All changes of the distance are added first; the sum then never counts as less than 1.',
    'Binoculars and Rose Doolan count like a Scope, Hideout and Paul Regret like a Mustang; all of them add up.',
    'Panic!, Punch, Knife and Derringer have reach 1 whatever the weapon; changes of the distance do count for them.',
    'Pepperbox reaches as far as the weapon, as BANG! does.',
    'Only the card BANG! is limited to one a turn; a limit sent in the request prevails over Volcanic and Willy the Kid.',
    'Barrel draws first, then Jourdonnais, each only as long as a Missed! is still needed; then Missed! cards are played.',
    'Too few Missed! cards for what is left: none is spent.',
    'Slab the Killer makes two Missed! necessary for his BANG! cards only.',
    'Gatling, Indians! and Howitzer go clockwise from the attacker’s left; whoever is eliminated on the way changes nothing for the others.',
    'In a Duel the challenged player answers first; the attacker may play BANG! cards too.',
    'Cards drawn come from 80 cards of the service’s own and are not put back within one ruling.',
  ],
  gaps: [
    'Lucky Duke draws one card for a Barrel like everybody else.',
    'A Beer at the last life point is the table’s affair.',
    'Nothing is known of the table’s real deck: cards drawn, discarded or held are not taken out of the 80.',
    'Hands are not known: whether a player has the card, or anything for Panic! or Cat Balou to take, is the table’s affair.',
  ],
  checks: [distanceCheck, targets],
  actions: [attack],
  purposes: PURPOSES,
  phrases: PHRASES,
});
