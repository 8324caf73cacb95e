import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseAd, permittedAds, type AdCandidate, type AdSlot } from './choose-ad.ts'

const anchors = ['ALL1', 'box'] as const
const candidate: fc.Arbitrary<Omit<AdCandidate, 'id'>> = fc.record({
  anchor: fc.constantFrom(...anchors),
  weight: fc.integer({ min: 1, max: 1000 }),
  categories: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
  dailyCap: fc.integer({ min: 0, max: 3 }),
})
const candidates = fc.array(candidate, { maxLength: 12 }).map((list) => list.map((ad, id) => ({ ...ad, id })))
const slot: fc.Arbitrary<AdSlot> = fc.record({
  anchor: fc.constantFrom(...anchors),
  category: fc.option(fc.integer({ min: 1, max: 4 })),
  shownToday: fc
    .array(fc.tuple(fc.integer({ min: 0, max: 11 }), fc.integer({ min: 0, max: 4 })))
    .map((entries) => new Map(entries)),
})
const draw = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

test('[J05] nothing is chosen for another slot or category, nor what the visitor has seen as often as permitted', () => {
  fc.assert(
    fc.property(candidates, slot, draw, (list, at, drawn) => {
      const ad = chooseAd(list, at, drawn)
      if (ad === null) {
        expect(permittedAds(list, at)).toEqual([])
        return
      }
      expect(ad.anchor).toBe(at.anchor)
      if (ad.categories.length > 0) expect(ad.categories).toContain(at.category)
      if (ad.dailyCap > 0) expect(at.shownToday.get(ad.id) ?? 0).toBeLessThan(ad.dailyCap)
    }),
  )
})

test('[J05] each advertisement is chosen as often as its share of the weights', () => {
  fc.assert(
    fc.property(candidates, slot, (list, at) => {
      const permitted = permittedAds(list, at)
      const total = permitted.reduce((sum, { weight }) => sum + weight, 0)
      let from = 0
      for (const ad of permitted) {
        expect(chooseAd(list, at, (from + ad.weight / 2) / total)).toBe(ad)
        from += ad.weight
      }
    }),
  )
})
