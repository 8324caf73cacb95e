import process from 'node:process'
import fc from 'fast-check'

/**
 * Properties draw the same values in every run, so that a change never fails for a case that it has not brought about.
 * PROPERTY_SEED is another seed, or "random"; PROPERTY_RUNS the number of values where a test does not say it. Both search
 * for cases that no run has drawn before.
 */
const { PROPERTY_SEED: seed = '1', PROPERTY_RUNS: runs = '100' } = process.env
fc.configureGlobal({ numRuns: Number(runs), ...(seed === 'random' ? {} : { seed: Number(seed) }) })
