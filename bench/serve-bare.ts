import { serveAttacks } from './bare-fastify.js';

/*
 * The baseline of what HTTP costs: answers every attack with the same answer, rolls nothing and keeps nothing.
 *
 *   node serve-bare.js <answer, as JSON>
 */

const answer = JSON.parse(process.argv[2] ?? '') as object;
await serveAttacks(() => answer);
