import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scan } from './lookups.ts'

const lists = fc.array(fc.array(fc.nat(), { maxLength: 3000 }), { maxLength: 6 })

test('[C04] lists are looked through to their ends, each text once, where nothing is enough', () => {
  fc.assert(
    fc.property(lists, (all) => {
      const seen: number[] = []
      const looked = scan(all, { most: Number.POSITIVE_INFINITY, mostLooked: Number.POSITIVE_INFINITY }, (text) => {
        seen.push(text)
        return true
      })
      expect(looked).toBe(seen.length)
      expect(seen.toSorted((a, b) => a - b)).toEqual(all.flat().toSorted((a, b) => a - b))
    }),
  )
})

test('[C04] of long lists the beginnings are looked at, of each as much as of the others', () => {
  const long = (from: number): number[] => Array.from({ length: 40_000 }, (_, at) => from + at)
  for (const limits of [
    { most: 1000, mostLooked: Number.POSITIVE_INFINITY },
    { most: Number.POSITIVE_INFINITY, mostLooked: 1000 },
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
