import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scan } from './lookups.ts'

const lists = fc.array(fc.array(fc.nat(), { maxLength: 3000 }), { maxLength: 6 })

test('[C04] without limits, lists are scanned to their ends, each text once', () => {
  fc.assert(
    fc.property(lists, (all) => {
      const seen: number[] = []
      const scanned = scan(
        all,
        { maxMatches: Number.POSITIVE_INFINITY, maxScanned: Number.POSITIVE_INFINITY },
        (text) => {
          seen.push(text)
          return true
        },
      )
      expect(scanned).toBe(seen.length)
      expect(seen.toSorted((a, b) => a - b)).toEqual(all.flat().toSorted((a, b) => a - b))
    }),
  )
})

test('[C04] with limits, the same share of each list is scanned from its beginning', () => {
  const long = (from: number): number[] => Array.from({ length: 40_000 }, (_, at) => from + at)
  for (const limits of [
    { maxMatches: 1000, maxScanned: Number.POSITIVE_INFINITY },
    { maxMatches: Number.POSITIVE_INFINITY, maxScanned: 1000 },
  ]) {
    const seen: number[] = []
    scan([long(0), long(100_000)], limits, (text) => {
      seen.push(text)
      return true
    })
    const [one, other] = [seen.filter((text) => text < 100_000), seen.filter((text) => text >= 100_000)]
    expect(Math.max(...one)).toBe(one.length - 1)
    expect(Math.max(...other)).toBe(100_000 + other.length - 1)
    expect(one.length).toBe(other.length)
    expect(seen.length).toBeGreaterThanOrEqual(1000)
    expect(seen.length).toBeLessThan(3000)
  }
})
