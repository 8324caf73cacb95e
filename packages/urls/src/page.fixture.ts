import { maxId } from '@yunmu/contract/constants'
import fc from 'fast-check'
import type { Page } from './page.ts'
import { pageUrl } from './page-url.ts'
import {
  listOrders,
  matchChoices,
  rankPeriods,
  searchKinds,
  searchOrders,
  sportKeys,
  userPages,
} from './page-values.ts'

const id = fc.integer({ min: 1, max: maxId })
const idOrNone = fc.integer({ min: 0, max: maxId })
const isPrintable = (text: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(text)
/** A filter value: any printable text, including slashes, dashes, percent signs and dots. */
const word = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((text) => isPrintable(text) && text.length <= 40 && !/^\.+$/.test(text))
/** Search texts are trimmed. */
const searched = fc
  .string({ unit: 'grapheme', maxLength: 20 })
  .map((text) => text.trim())
  .filter((text) => isPrintable(text) && text.length <= 100)
const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined })
const named = <Name extends Page['name']>(name: Name) => fc.constant(name)

const filter = fc.record({
  area: word,
  year: word,
  genre: word,
  letter: word,
  vip: word,
  order: fc.constantFrom(...listOrders),
  tags: word,
})
const source = fc.oneof(
  fc.record({ source: id, sourceAt: fc.constant(undefined) }),
  fc.record({ source: fc.constant(undefined), sourceAt: id }),
  fc.constant({}),
)
const laterPage = maybe(fc.integer({ min: 2, max: 999_999 }))

const day = fc
  .integer({ min: Date.UTC(2000, 0, 1) / 86_400_000, max: Date.UTC(2099, 11, 31) / 86_400_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10))

const vod = fc
  .tuple(fc.record({ name: named('vod'), pidId: idOrNone, id, level: id, atSec: maybe(idOrNone) }), source)
  .map(([place, line]) => ({ ...place, ...line }))
const live = fc.record({ name: named('live'), types: word, stream: idOrNone, id, programme: maybe(id) })
const overseas = fc.record({
  name: named('overseas'),
  type: word,
  group: word,
  stream: idOrNone,
  id,
  programme: maybe(id),
})

/** Any page with any valid address content. */
export const anyPage: fc.Arbitrary<Page> = fc.oneof(
  fc.record({ name: fc.constantFrom('home', 'vip', 'ads', 'adForm') }),
  fc.record({ name: named('details'), pidId: idOrNone, id }),
  vod,
  live,
  overseas,
  fc.record({ name: named('password'), to: maybe(fc.oneof(vod, live, overseas).map(pageUrl)) }),
  fc.record({ name: named('guide'), type: maybe(word), group: maybe(word), day: maybe(day) }),
  fc.record({ name: named('match'), id, stream: idOrNone }),
  fc.record({
    name: named('matches'),
    day: maybe(day),
    sport: maybe(fc.constantFrom(...sportKeys)),
    competition: maybe(id),
    state: maybe(fc.constantFrom(...matchChoices)),
    team: maybe(id),
  }),
  fc.record({ name: named('competition'), id, season: maybe(id) }),
  fc.record({ name: named('team'), id }),
  fc.record({ name: named('tabs'), type: id }),
  fc.record({ name: named('person'), person: word.filter((text) => !text.endsWith('.html')) }),
  fc.record({ name: named('browse'), type: word, filter, page: fc.integer({ min: 1, max: 999_999 }) }),
  fc.record({ name: named('rank'), type: maybe(id), period: maybe(fc.constantFrom(...rankPeriods)) }),
  fc.record({ name: named('update'), type: maybe(id), day: maybe(day), page: laterPage }),
  fc.record({
    name: named('search'),
    q: searched,
    page: laterPage,
    kind: maybe(fc.constantFrom(...searchKinds)),
    order: maybe(fc.constantFrom(...searchOrders)),
  }),
  fc.record({ name: named('user'), part: fc.constantFrom(...userPages) }),
  fc.record({ name: named('orders'), no: maybe(fc.constantFrom('20261123VK4Q8M2A7B', '202611230000000000')) }),
  fc.record({ name: named('legal'), kind: fc.constantFrom('terms' as const, 'privacy' as const, 'vip' as const) }),
  fc.record({ name: named('ad'), id: maybe(id) }),
  fc.record({ name: named('download'), type: maybe(fc.constantFrom('android' as const, 'ios' as const)) }),
)
