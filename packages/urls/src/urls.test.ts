import { SportKey } from '@yunmu/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unknownAddresses, legacyForms, ownForms, type AddressForm } from './address-forms.fixture.ts'
import { channelUrl, isReadable, pageUrl, parseOldUrl, parseUrl, sportKeys, type Page } from './index.ts'
import { anyPage } from './page.fixture.ts'

/** Decoded. */
const readable = (page: Page | null): string | null =>
  page &&
  pageUrl(page)
    .replace(/\?.*/, (query) => decodeURI(query.replaceAll('+', ' ')))
    .replace(/^[^?]*/, decodeURI)

/** As a browser sends it: percent-encoded; encoded parts are unchanged. */
const sent = (address: string): string => address.replace(/[^\0-\x7f]+/g, encodeURIComponent)

test.each(unknownAddresses)('[B18] %s means nothing', (address) => {
  expect(parseUrl(sent(address))).toBeNull()
})

const hostile = [
  '',
  'details/1/2',
  'https://evil.example/details/1/2',
  '/details/1/2%',
  '/details/%zz/2',
  '/details/1/%00',
  '/details/1/2%0d%0aset-cookie:%20a=b',
  '/%ff%fe/x',
  '/details\\1\\2',
  '/../details/1/2',
  '/%2e%2e/details/1/2',
  '/constructor',
  '/__proto__/toString',
  '/index.php/vod/show/id/__proto__/..',
  '/index.php/vod/search/wd/%00.html\0',
  `/${'a'.repeat(10_000)}`,
  `/nav/${'%E5'.repeat(3000)}`,
  `/index.php${'/vod'.repeat(2500)}`,
  `/vodshow/${'-'.repeat(9000)}`,
]
test.each(hostile.map((address) => [address.slice(0, 60), address]))(
  'a hostile address means nothing: %s',
  (_, address) => {
    expect(parseUrl(address)).toBeNull()
  },
)

test('[B16] own and hostile addresses have no id of an older system', () => {
  for (const address of [
    ...hostile.slice(0, 12),
    '/details/1/42',
    '/tabs/3',
    '/player/vod/1-42-3.html',
    '/label-rank.html',
  ])
    expect([address, parseOldUrl(address)]).toEqual([address, null])
  for (const [form] of ownForms) expect([form, parseOldUrl(sent(form))]).toEqual([form, null])
  for (const form of ['/index.php/vod/detail.html', '/vodplay/0-1-1.html', `/voddetail/${'a'.repeat(256)}.html`])
    expect(parseOldUrl(form)).toBeNull()
})

test.each([
  ['/index.php/vod/detail/id/42.html', { kind: 'title', key: '42' }],
  ['/voddetail/changjie.html', { kind: 'title', key: 'changjie', page: null }],
  ['/vodplayhtml/42/index_2_3.html', { kind: 'title', key: '42', place: { sid: 2, nid: 3 } }],
  ['/index.php/vod/play/id/42.html', { kind: 'title', key: '42', place: { sid: 1, nid: 1 } }],
  ['/index.php?s=vod/show/id/dianying/page/2', { kind: 'category', key: 'dianying' }],
  ['/vodtype/6-2.html', { kind: 'category', key: '6' }],
  ['/index.php/actor/detail/id/7.html', { kind: 'person', key: '7' }],
  ['/actordetail-7.html', { kind: 'person', key: '7' }],
  ['/liveplay/5.html', { kind: 'channel', key: '5' }],
])('[B16] %s names the id of an older system', (address, old) => {
  expect(parseOldUrl(address)).toMatchObject(old)
})

test('invalid addresses are distinguished from unknown ones', () => {
  for (const address of ['/\\\\evil.example', '/a/../b', '/%00', '/%0a', '/%e2%80%a8', '/%zz', `/${'a'.repeat(5000)}`])
    expect(isReadable(address), address).toBe(false)
  for (const address of [...unknownAddresses, '/%B4%F3', '/电影']) expect(isReadable(address), address).toBe(true)
})

test('[B08] the page that asks for a password returns to own player pages only', () => {
  const elsewhere = [
    'https://evil.example/player/vod/1/2/3',
    '//evil.example/player/vod/1/2/3',
    '/\\evil.example',
    '/player/vod/1/2/3/../../../..',
    'javascript:alert(1)',
    'player/vod/1/2/3',
    '/player/password?to=/player/vod/1/2/3',
    '/user/info',
    '/details/1/2',
    '/index.php/vod/play/id/1/sid/1/nid/1',
    '',
  ]
  for (const to of elsewhere)
    expect([to, parseUrl(`/player/password?to=${encodeURIComponent(to)}`)]).toEqual([to, { name: 'password' }])
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.webPath(), fc.string()), (to) => {
      const page = parseUrl(`/player/password?to=${encodeURIComponent(to.toWellFormed())}`)
      if (page?.name === 'password' && page.to !== undefined) expect(page.to).toMatch(/^\/(?:player|match)\/[a-z]/)
    }),
  )
})

test('[B08] it returns to the canonical address of a player page', () => {
  expect(parseUrl('/player/password?to=/player/vod/1-42-3.html')).toEqual({
    name: 'password',
    to: '/player/vod/1/42/3',
  })
  expect(parseUrl('/player/password?to=/player/live/tv-7-2')).toEqual({ name: 'password', to: '/player/live/tv/2/7' })
})

test('no address leads to another host or terminates its header', () => {
  const tricks = [
    '//evil.example',
    '/\\evil.example',
    '%2f%2fevil.example',
    '%0d%0a',
    '\r\n',
    '%00',
    '..',
    '@',
    'https:',
    '春夏',
  ]
  const roots = [
    '',
    '/index.php/vod/search/wd',
    '/index.php/vod/show/id',
    '/nav',
    '/nav/a',
    '/index.php?s=',
    '/search?q=',
    '/player/live',
    '/vodsearch',
  ]
  const parts = fc.array(fc.constantFrom(...tricks, 'vod', 'show', 'id', '1', 'index.php', '-', 'x'), { maxLength: 8 })
  fc.assert(
    fc.property(fc.constantFrom(...roots), parts, fc.constantFrom('/', '-', ''), (root, words, glue) => {
      const page = parseUrl(`${root}${glue}${words.join(glue)}`)
      if (!page) return
      const url = pageUrl(page)
      expect(url).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
      expect(new URL(url, 'https://station.example').host).toBe('station.example')
    }),
    { numRuns: 3000 },
  )
})

test('any text is read without failing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
      parseUrl(`/${text}`)
    }),
  )
})

test('every page is read back from its address', () => {
  fc.assert(
    fc.property(anyPage, (page) => {
      expect(parseUrl(pageUrl(page))).toEqual(page)
    }),
    { numRuns: 3000 },
  )
})

test('every page is read back where a browser has taken its address apart', () => {
  fc.assert(
    fc.property(anyPage, (page) => {
      const { pathname, search } = new URL(pageUrl(page), 'https://station.example')
      expect(parseUrl(`${pathname}${search}`)).toEqual(page)
    }),
    { numRuns: 1000 },
  )
})

test('the largest id has its addresses', () => {
  const id = 2_147_483_647
  for (const page of [{ name: 'details', pidId: 1, id } as const, { name: 'vod', pidId: 1, id, level: 1 } as const])
    expect(parseUrl(pageUrl(page))).toMatchObject(page)
})

test('words in a path may be characters or percent-encoded bytes', () => {
  const readable = '/nav/电影/内地/全部年份/悬疑/全部/全部/最新.html'
  const bytes = Buffer.from(readable).toString('latin1')
  const page = parseUrl(encodeURI(readable))
  expect(page).toMatchObject({ name: 'browse', type: '电影', filter: { area: '内地', genre: '悬疑' } })
  expect(parseUrl(readable)).toEqual(page)
  expect(parseUrl(bytes)).toEqual(page)
})

const meant = (form: string): string | null => readable(parseUrl(sent(form)))
const formsOf = (form: RegExp): AddressForm[] => ownForms.filter(([address]) => form.test(address))

test.each(formsOf(/^\/index/))('[B01] %s means %s', (form, canonical) => expect(meant(form)).toBe(canonical))
test.each(formsOf(/^\/download/))('[B04] %s means %s', (form, canonical) => expect(meant(form)).toBe(canonical))
test.each(formsOf(/^\/player\/vod\/\d+-/))('[B11] [B17] %s means %s', (form, canonical) =>
  expect(meant(form)).toBe(canonical),
)
test.each(formsOf(/^\/player\/live\/[^/]+$/))('[B10] [B17] %s means %s', (form, canonical) =>
  expect(meant(form)).toBe(canonical),
)
test.each(formsOf(/^\/player\/match\//))('[B17] %s means %s', (form, canonical) => expect(meant(form)).toBe(canonical))
test.each(formsOf(/^\/(?:details|tabs)-/))('[B14] %s means %s', (form, canonical) =>
  expect(meant(form)).toBe(canonical),
)
test.each(formsOf(/^\/nav\//))('[B15] %s means %s', (form, canonical) => expect(meant(form)).toBe(canonical))

const formsOfLines = /^\/(?:index|download|player\/vod\/\d+-|player\/live\/[^/]+$|player\/match\/|details-|tabs-|nav\/)/
test.each(ownForms.filter(([address]) => !formsOfLines.test(address)))('%s means %s', (form, canonical) =>
  expect(meant(form)).toBe(canonical),
)

test.each(legacyForms)('[B16] %s means %s', (form, canonical) => {
  expect(readable(parseUrl(sent(form)))).toBe(canonical)
})

test('[B16] what an alias means is its own canonical address', () => {
  for (const [form] of [...ownForms, ...legacyForms]) {
    const page = parseUrl(sent(form))
    expect(page && parseUrl(pageUrl(page)), form).toEqual(page)
  }
})

test('[B16] keys and values are read in any order', () => {
  const pairs = ['id/2', 'by/hits', 'area/x', 'year/2024', 'letter/B', 'page/3', 'class/y', 'unknown/z', 'lang/国语']
  const canonical = '/nav/2/x/2024/y/B/全部/最热.html?page=3'
  fc.assert(
    fc.property(fc.shuffledSubarray(pairs, { minLength: pairs.length }), (order) => {
      expect(readable(parseUrl(sent(`/index.php/vod/show/${order.join('/')}.html`)))).toBe(canonical)
    }),
  )
})

test('[B06] [B07] a channel is led to by its kind of address, and a past programme by its number', () => {
  const channel = { id: 7, types: 'tv', group: '云幕', overseas: false }
  expect(channelUrl(channel)).toBe('/player/live/tv/0/7')
  expect(channelUrl(channel, { stream: 2, programme: 31 })).toBe('/player/live/tv/2/7?programme=31')
  expect(decodeURI(channelUrl({ id: 9, types: 'sg', group: '新加坡', overseas: true }))).toBe(
    '/player/live/us/sg/新加坡/0/9',
  )
})

// The list stands here once more, because the contract's own would load its schemas into every page.
test('[B12] the list of matches has an address for every kind of sport that the station knows', () => {
  expect(sportKeys).toEqual(SportKey.options)
})
