import { ruleset } from '../ruleset.js';
import { attack } from './attack-action.js';
import { execution } from './execution.js';
import { hostage } from './hostage.js';
import { PURPOSES } from './owners.js';
import { phrases } from './phrases.js';
import { rangeCheck } from './range-check.js';
import { recovery } from './recovery.js';

/** Erbarmungslos 3.5, the chapter on ranged combat. */
export const erbarmungslos = ruleset({
  id: 'erbarmungslos',
  version: '3.5-r1',
  title: 'Erbarmungslos',
  edition: '3.5',
  source:
    'Online-Regelwerk, Version 3.5, chapter "Fernkampf", transcription of 28.07.2026; in doubt the published PDF prevails.',
  decisions: [
    'A distance measured from positions is the straight line less both base radii, never below 0.',
    'Every target that any shot names passes the range check before the first die is rolled; otherwise the whole attack is illegal.',
    'Aiming more than once, where a skill allows it, costs 2 AP and adds 1 die each time.',
    'Aiming is not tied to a target: the first shot of the action has the bonus, wherever it goes.',
    'Riding or driving takes 1 die from every shot, once, also on a horse that stands.',
    'A human shield adds its 2 dice on top of cover.',
    'Armour is a modifier of the dodge pool.',
    'All parts of a pool are added before anything else; a sum below 0 is 0 dice, and 0 dice are 0 successes.',
    'A serious wound takes 1 die from the attack, dodge and resistance pools, and counts for the resistance roll against the damage that caused it.',
    'A shot goes at the first figure on its list that is still able; when none is, the action stops, and the shots not fired can be taken by continuing it.',
    'A shot that misses a captor hits nobody; a hostage is a target only as a figure of its own.',
    'Taking a hostage does not end the activation.',
    'A figure that is finished off, or that fails its recovery test, keeps its life points on record and is eliminated.',
  ],
  gaps: [
    'Sides are not modelled: own figures and civilians can be targets, since the chapter forbids neither.',
    'Interruptions, shooting into melee and what happens to the shooter between two shots belong to other chapters.',
    'The recovery test and what a melee attack costs belong to other chapters: the table says what came of them.',
    'Skills, weapons and armour are not listed: the request says what they do.',
    'Healing is not recorded: the next request says how much life a figure has.',
  ],
  checks: [rangeCheck],
  actions: [attack, execution, hostage, recovery],
  purposes: PURPOSES,
  phrases,
});
