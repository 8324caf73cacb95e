import { toSimplified, toTraditional } from '@yunmu/zh'
import { report, round } from './lib/report.ts'
import source from './lib/opencc-cases.json' with { type: 'json' }

/**
 * OpenCC's own test cases against our conversion. Ours writes Taiwan's character forms without Taiwan's vocabulary
 * (s2tw): cases of s2t expect forms of no region, and those of s2twp other words, so both show what decision 0004 gave
 * up.
 */
const conversions = {
  t2s: toSimplified,
  s2tw: toTraditional,
  s2t: toTraditional,
  s2twp: toTraditional,
} as const

const agreement = (a: string, b: string): number => {
  const [left, right] = [[...a], [...b]]
  return left.filter((character, at) => character === right[at]).length / Math.max(left.length, right.length)
}

const scores: Record<string, string> = {}
for (const [name, convert] of Object.entries(conversions)) {
  let whole = 0
  let characters = 0
  let count = 0
  for (const { input, expected } of source.cases) {
    const wanted = Object.entries(expected).find(([config]) => config === name)?.[1]
    if (wanted === undefined) continue
    const got = convert(input)
    count++
    characters += agreement(got, wanted)
    if (got === wanted) whole++
    else if (process.argv.includes('--misses')) console.log(`${name}: ${input} → ${got}, wanted ${wanted}`)
  }
  scores[name] = `${whole} of ${count} cases whole, ${round((100 * characters) / count, 1)} % of characters`
}
report('opencc-cases', scores)
