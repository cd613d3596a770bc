import { ruleset } from '../ruleset.js';
import { attack } from './attack.js';
import { distanceCheck } from './distance-check.js';
import { distances } from './distances.js';
import { equipCheck } from './equip-check.js';
import { PURPOSES } from './owners.js';
import { PHRASES } from './phrases.js';
import { targets } from './targets.js';

/** BANG!: distance, who may be shot, and what becomes of them. Decisions and gaps are spelled out in README.md. */
export const bang = ruleset({
  id: 'bang',
  version: '4-r2',
  title: 'BANG!',
  edition:
    'Base game (fourth edition); cards and characters of Dodge City; the events of High Noon and of A Fistful of Cards; Tomahawk of The Valley of Shadows',
  source:
    'A German text on BANG! distance, from “Die Entfernung am Tisch richtig zählen” to “Volcanic und Duell: Zwei wichtige Ausnahmen”; for the expansions their cards and the official answers to frequent questions. Where they are silent, the decisions below prevail.',
  decisions: [
    'All changes of the distance are added first; the sum then never counts as less than 1.',
    'Binoculars and Rose Doolan count like a Scope, Hideout and Paul Regret like a Mustang; all of them add up.',
    'Appaloosa is another print’s Scope, Silver another’s Binoculars.',
    'Panic!, Punch, Knife and Derringer have reach 1, Tomahawk 2, whatever the weapon; changes of the distance do count for them.',
    'Pepperbox and Doc Holyday’s ability reach as far as the weapon, as BANG! does; Jail and Ricochet any distance.',
    'Green cards are not used in the turn in which they are laid down, nor under Lasso.',
    'Only the card BANG! is limited: one a turn, two under Shootout, with the weapon of that moment. Calamity Janet’s Missed! played as BANG! count; Doc Holyday’s ability, Sniper and Ricochet do not. A limit sent in the request prevails.',
    'Barrel draws first, then Jourdonnais, each only as long as a Missed! is still needed; then Missed! cards are played.',
    'Too few Missed! cards for what is left: none is spent.',
    'Slab the Killer makes two Missed! necessary for his BANG! cards only; Sniper takes two, whoever plays it.',
    'Gatling, Indians! and Howitzer go clockwise from the attacker’s left; whoever is eliminated on the way changes nothing for the others but their Beers.',
    'In a Duel the challenged player answers first; the attacker may play BANG! cards too.',
    'Calamity Janet answers with either card, the one of the right name first; Elena Fuente with her Missed! first.',
    'Lucky Duke draws two cards at each draw; the better counts, the first if they are equally good.',
    'What others play as diamonds has no effect on Apache Kid; of two cards played at once both must be. Under Blessing and Curse no card is diamonds.',
    'In Belle Star’s turn cards in play in front of others have no effect, under Lasso none has; under Hangover no character has an ability.',
    'Under Ambush every two players have seat distance 1; what changes the distance still counts.',
    'Under Sermon nobody plays BANG! in their own turn, neither as an answer nor Calamity Janet’s Missed!; a BANG! as Missed! may be played.',
    'Ricochet is answered with cards only, not with a Barrel or by Jourdonnais, and costs no life point.',
    'A Beer saves the last life point when more than two are in at that moment; Tequila Joe then has two.',
    'An eliminated player is in during his own turn under Ghost Town, and loses no life point; under Dead Man he is back with two.',
    'Cards drawn come from 80 cards of the service’s own and are not put back within one ruling.',
    'Without an official answer, as the request’s policy says: under Ambush Paul Regret and Rose Doolan count, a weapon may replace one of the same name, Panic! is not played on oneself.',
  ],
  gaps: [
    'A Beer at the last life point is the table’s affair unless Beers are told.',
    'Nothing is known of the table’s real deck: cards drawn, discarded or held are not taken out of the 80.',
    'Hands are not known: whether a player has the card, or anything for Panic! or Cat Balou to take, is the table’s affair.',
    'How often Doc Holyday has used his ability, and what characters do after a hit, is the table’s affair.',
    'Characters of other expansions are not known.',
  ],
  checks: [distanceCheck, targets, distances, equipCheck],
  actions: [attack],
  purposes: PURPOSES,
  phrases: PHRASES,
});
