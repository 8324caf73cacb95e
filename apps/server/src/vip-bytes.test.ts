import { downloadToken, liveExportRenew, playToken } from '@yunmu/contract'
import Fastify from 'fastify'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { folderOf, urlsIn } from './domains/media/delivery/delivery.fixture.ts'
import { installRoutes } from './platform/domain-modules.ts'
import { createAdmissions } from './platform/http/admission/admission.ts'
import { createRateLimits } from './platform/http/rate-limits.ts'
import { createMetrics } from './platform/operations/metrics.ts'
import { aLinearChannel } from './testing/channels.ts'
import { makeFile, makeMedia } from './testing/make-media.ts'
import { aPlayableTitle } from './testing/media.ts'
import { buildTestApp, type TestApp } from './testing/test-app.ts'
import { aTitle } from './testing/titles.ts'

/**
 * Every route that a domain registers beside its calls, and why no byte that is for VIPs comes out of it: the ways by which the
 * tests below go through it, or what it sends instead of films.
 */
const routes: Record<string, readonly Way[] | string> = {
  '/media/*': ['play', 'preview', 'television', 'export'],
  '/download/*': ['download'],
  '/live/:key/:file': ['export'],
  '/api.php/play/:id/:line/:file': ['provided'],
  '/api.php/provide/vod': 'texts',
  '/api.php/provide/vod/': 'texts',
  '/api.php/provide/vod/*': 'texts',
  '/live/open/:file': ['openTelevision'],
  '/relay/*': 'films of other hosts, below addresses that are signed for who may play them: relay.test.ts',
  '/live.m3u': 'texts',
  '/live.txt': 'texts',
  '/epg': 'texts',
  '/epg.xml': 'texts',
  '/epg.xml.gz': 'texts',
  '/tvbox.json': 'texts',
  '/media/crests/:file': 'pictures drawn from names and colours',
  '/media/cards/:file': 'pictures drawn from names and colours',
  '/danmaku/:kind/:id/:file': 'texts',
  '/demo-bank/*': 'texts',
  '/calendar/my/:key/matches.ics': 'texts',
  '/calendar/:kind/:file': 'texts',
  '/rss.xml': 'texts',
  '/rss/:file': 'texts',
  '/robots.txt': 'texts',
  '/sitemap.xml': 'texts',
  '/sitemaps/:file': 'texts',
  '/pay/transfer.webp': "the operator's picture of a payment code",
  '/pay/notify/:gateway': 'texts',
  '/pay/return/:gateway': 'redirects to a page',
  '/auth/:authType/start': 'redirects to a provider',
  '/auth/:authType/callback': 'redirects to a page',
  '/feed/matches': 'texts',
}

/** What is served below signatures. An address of another kind fails the tests. */
const kinds = {
  master: /\/(?:m\d[^/]*\/master|l\d[^/]*\/(?:live|from-\d+|p-\d+-\d+))\.m3u8$/,
  playlist: /\/(?:[a-z0-9-]+\/index|l\d[^/]*\/(?:live|from-\d+|p-\d+-\d+)-[vsa])\.m3u8$/,
  init: /\/(?:\d+-\d+-)?init\.mp4$/,
  segment: /\/(?:\d+-\d+-)?\d{5}\.m4s$/,
  subtitles: /\/sub\.vtt$/,
  storyboard: /\/board\.vtt$/,
  sheet: /\/(?:\d+-\d+-)?sheet-\d{3}\.jpg$/,
  film: /^\/download\/.+\.mp4$/,
  subtitleFile: /^\/download\/.+\.srt$/,
}
type Kind = keyof typeof kinds
const kindNames: Kind[] = [
  'master',
  'playlist',
  'init',
  'segment',
  'subtitles',
  'storyboard',
  'sheet',
  'film',
  'subtitleFile',
]

const waysOf = ['play', 'preview', 'download', 'television', 'export', 'provided', 'openTelevision'] as const
type Way = (typeof waysOf)[number]
type Person = 'mei' | 'lin' | 'bao' | undefined
/** A visitor, a user, and a VIP whose membership has ended. */
const others: Person[] = [undefined, 'lin', 'bao']

let t: TestApp
/** A film of which all is for VIPs, and the same cut together with a free one. */
let closed: number[]
/** A free film with a rendition for VIPs. */
let high: number
let channelId: number
let closedAsset: number
let highAsset: number
/** Bytes that no file for everybody contains. */
let marks: Buffer[]

const spoken = '只有会员听得见的一句话'
const nowSec = (): number => Math.floor(t.clock.nowMs() / 1000)
const get = (url: string) => t.app.inject({ url })

beforeAll(async () => {
  t = await buildTestApp()
  closedAsset = await importFilm()
  const free = await aPlayableTitle(t)
  ;[high, highAsset] = [free.titleId, free.assetId]
  const { assets } = t.station.media
  const parts = [
    { assetId: closedAsset, fromMs: 0, toMs: 4000 },
    { assetId: closedAsset, fromMs: 6000, toMs: 10_000 },
  ]
  const [composition = 0] = await assets.createCompositions([parts], { demo: false, nowSec: nowSec() })
  closed = [await addTitle(closedAsset), await addTitle(composition)]
  marks = [...(await marksOf(closedAsset, '')), ...(await marksOf(highAsset, 'vip')), Buffer.from(spoken)]
  channelId = await addChannel([closedAsset, highAsset])
})

/** A real film, because downloads are composed of nothing else. */
async function importFilm(): Promise<number> {
  const folder = join(t.platform.config.dataDir, 'made')
  const file = await makeMedia(folder, { name: 'film.mp4', sec: 12, rate: 10 })
  const subtitles = makeFile(folder, 'film.srt', `1\n00:00:09,000 --> 00:00:10,000\n${spoken}\n`)
  const assetId = await t.station.media.assets.createAsset({ demo: false, nowSec: nowSec() })
  const workDir = join(folder, 'work')
  await t.station.media.ingest({ assetId, file, subtitles: [subtitles], workDir, preset: 'ultrafast' })
  return assetId
}

async function addTitle(assetId: number): Promise<number> {
  const { writer } = t.station.catalog
  const { id } = await writer.saveTitle(aTitle(), nowSec())
  const episode = { source: '云播', level: 1, name: '正片', assetId, vip: true, state: 'ready' as const }
  await writer.saveEpisodes(id, [episode], nowSec())
  return id
}

/** Some bytes from the middle of each file of a film's newest version. */
async function marksOf(assetId: number, tier: string): Promise<Buffer[]> {
  const folder = join(t.platform.config.dataDir, 'media', String(assetId), '1', tier)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && /\.(?:m4s|jpg)$/.test(entry.name))
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const bytes = await readFile(join(parentPath, name))
      return bytes.subarray(bytes.length / 2, bytes.length / 2 + 32)
    }),
  )
}

/** A channel whose schedule is full of these films. */
async function addChannel(assetIds: readonly number[]): Promise<number> {
  const { live } = t.station
  const [id = 0] = await live.save([aLinearChannel({ name: '云幕一套', number: 1 })])
  const line = (await live.lineup()).byId.get(id)?.streams[0]?.id ?? 0
  const [startMs, stepMs] = [t.clock.nowMs() - 3600_000, 12_000]
  const items = Array.from({ length: 600 }, (_, at) => ({
    assetId: assetIds[at % assetIds.length] ?? 0,
    startMs: startMs + at * stepMs,
    endMs: startMs + (at + 1) * stepMs,
  }))
  await live.schedules.plan({ id: line }, startMs, items)
  return id
}

/** The addresses that a person is given for each way to the films, without those that they lead to. */
const given: Record<Way, (as: Person) => Promise<string[]>> = {
  async play(as) {
    const tokens = await Promise.all([...closed, high].map((id) => play(as, { type: 'vod', id })))
    return tokens.flatMap((token) =>
      token ? [token.url, ...(token.storyboard === null ? [] : [token.storyboard])] : [],
    )
  },
  async preview(as) {
    await t.station.site.write({ vip_preview_minutes: 1 })
    try {
      return await given.play(as)
    } finally {
      await t.station.site.write({ vip_preview_minutes: 0 })
    }
  },
  async download(as) {
    const replies = await Promise.all(
      [...closed, high].map((id) => t.make(downloadToken, { id, ids: 0, level: 1, height: 0 }, as ? { as } : {})),
    )
    return replies
      .map(({ data }) => downloadToken.reply.safeParse(data).data)
      .flatMap((token) => (token ? [token.url, ...token.subtitles.map(({ url }) => url)] : []))
  },
  async television(as) {
    const token = await play(as, { type: 'live', id: channelId })
    if (!token) throw new Error('the channel does not play')
    const [start, end] = [nowSec() - 1800, nowSec() - 1200]
    const ranges = ['live', `from-${start}`, `p-${start}-${end}`]
    return ranges
      .flatMap((range) => [range, `${range}-v`, `${range}-s`, `${range}-a`])
      .map((name) => `${token.token}/${name}.m3u8`)
  },
  async export(as) {
    const { data } = await t.make(liveExportRenew, {}, as ? { as } : {})
    const reply = liveExportRenew.reply.safeParse(data)
    if (!reply.success) return []
    const channel = reply.data.addresses.m3u.replace(/[^/]+$/, `${channelId}.m3u8`)
    const from = nowSec() - 1800
    const replies = await Promise.all([channel, `${channel}?start=${from}&end=${from + 600}`].map(get))
    return replies.map(({ headers }) => new URL(String(headers.location), 'http://localhost').pathname)
  },
  async provided() {
    await t.station.site.write({ provide_open: true })
    const sources = await Promise.all([...closed, high].map((id) => t.station.catalog.titles.sourcesOf(id)))
    const places = [...closed, high].map((id, at) => `/api.php/play/${id}/${sources[at]?.[0]?.line ?? 0}/1.m3u8`)
    const found = await redirectedFrom(places)
    // The free one.
    expect(found).toHaveLength(1)
    return found
  },
  async openTelevision() {
    await t.station.site.write({ tv_lists_open: true })
    const [channel, from] = [`/live/open/${channelId}.m3u8`, nowSec() - 1800]
    return redirectedFrom([channel, `${channel}?start=${from}&end=${from + 600}`])
  },
}

/** Where an address below the station's origin leads; nothing if it is refused. */
async function redirectedFrom(addresses: readonly string[]): Promise<string[]> {
  const replies = await Promise.all(addresses.map(get))
  return replies.flatMap(({ headers: { location } }) =>
    location === undefined ? [] : [new URL(location, 'http://localhost').pathname],
  )
}

async function play(as: Person, target: { type: 'vod' | 'live'; id: number }) {
  const { data } = await t.make(playToken, { ...target, ids: 0, level: 1 }, as ? { as } : {})
  return playToken.reply.safeParse(data).data
}

const kindOf = (address: string): Kind => {
  const kind = kindNames.find((name) => kinds[name].test(address))
  if (kind === undefined) throw new Error(`${address} is of a kind that no test knows`)
  return kind
}

interface Sent {
  address: string
  status: number
  hasVipBytes: boolean
}

/** Requests addresses and everything that their playlists and storyboards list. */
async function follow(addresses: readonly string[]): Promise<Sent[]> {
  const sent = new Map<string, Sent>()
  const visit = async (address: string): Promise<void> => {
    if (sent.has(address)) return
    const { statusCode: status, rawPayload, body } = await get(address)
    sent.set(address, { address, status, hasVipBytes: marks.some((mark) => rawPayload.includes(mark)) })
    for (const next of status === 200 ? listedIn(kindOf(address), body) : [])
      await visit(next.startsWith('/') ? next : `${folderOf(address)}/${next}`)
  }
  for (const address of addresses) await visit(address)
  return [...sent.values()]
}

function listedIn(kind: Kind, body: string): string[] {
  if (kind === 'master' || kind === 'playlist') return urlsIn(body)
  if (kind !== 'storyboard') return []
  return [...new Set([...body.matchAll(/^(\S+\.jpg)#/gm)].map(([, sheet = '']) => sheet))]
}

/** Addresses of all files of the films below the folder of another address. */
function guessed(address: string): string[] {
  const files = ['init.mp4', '00000.m4s', '00001.m4s', '00002.m4s', 'index.m3u8', 'sub.vtt']
  const below = ['180p', '720p', '1080p', 'audio-1', 'sub-1'].flatMap((name) => files.map((file) => `${name}/${file}`))
  const [, scope = ''] = /^(\/media\/\d+\/[^/]+\/[^/]+)\//.exec(address) ?? []
  if (scope === '') return []
  const films = /\/l\d[^/]*$/.test(scope) ? [closedAsset, highAsset].map((id) => `${scope}/v/${id}/1`) : [scope]
  return films.flatMap((film) =>
    [...below, 'storyboard/board.vtt', 'storyboard/sheet-000.jpg'].map((rest) => `${film}/${rest}`),
  )
}

const withVipBytes = (sent: readonly Sent[]): string[] =>
  sent.filter(({ hasVipBytes }) => hasVipBytes).map(({ address }) => address)

test('[J03] every route beside the calls is known here, and what goes through it', async () => {
  const found = new Set<string>()
  const app = Fastify()
  app.addHook('onRoute', ({ url }) => void found.add(url))
  installRoutes(t.station.modules, app, {
    limits: createRateLimits(),
    admissions: createAdmissions({ overloaded: () => false, metrics: createMetrics() }),
    overloaded: () => false,
    originOf: () => 'http://localhost',
  })
  await app.ready()
  await app.close()
  expect([...found].toSorted()).toEqual(Object.keys(routes).toSorted())
  const ways = Object.values(routes).flatMap((proof) => (typeof proof === 'string' ? [] : proof))
  expect(new Set(ways)).toEqual(new Set(waysOf))
})

test('[J03] a VIP is sent the bytes of every kind, so that the tests would see them', async () => {
  const sent = await follow([...(await given.play('mei')), ...(await given.download('mei'))])
  expect(sent.filter(({ status }) => status !== 200)).toEqual([])
  const kindsWithBytes = new Set(withVipBytes(sent).map(kindOf))
  expect(kindsWithBytes).toEqual(new Set<Kind>(['segment', 'sheet', 'subtitles', 'film', 'subtitleFile']))
  expect(new Set(sent.map(({ address }) => kindOf(address)))).toEqual(new Set(kindNames))
})

describe.each(waysOf)('[J03] by way of %s', (way) => {
  const isTelevision = way === 'television' || way === 'export' || way === 'openTelevision'

  test('visitors, users and former VIPs are sent no byte for VIPs, also where they guess an address', async () => {
    for (const as of others) {
      const addresses = await given[way](as)
      const sent = await follow([...addresses, ...addresses.flatMap(guessed)])
      const isPreviewed = ({ address }: Sent): boolean => /-t\d+\//.test(address)
      const leaked = withVipBytes(sent.filter((one) => way !== 'preview' || !isPreviewed(one)))
      expect(leaked, as ?? 'a visitor').toEqual([])
      if (isTelevision && as !== undefined)
        expect(sent.some(({ address, status }) => status === 200 && address.endsWith('.m4s'))).toBe(true)
      const previewed = sent.filter((one) => way === 'preview' && isPreviewed(one))
      // Half of twelve seconds at most.
      expect(
        previewed.filter(({ address, hasVipBytes }) => hasVipBytes && /0000[2-9]\.m4s|sub\.vtt/.test(address)),
      ).toEqual([])
    }
  })

  test('a stranger who changes an address of a VIP is sent nothing, and the VIP nothing after the membership', async () => {
    const addresses = await given[way]('mei')
    const all = (await follow(addresses)).map(({ address }) => address)
    if (isTelevision) {
      // It is the same for everybody.
      expect(withVipBytes(await follow([...all, ...all.flatMap(guessed)]))).toEqual([])
      return
    }
    const { userId, sessionId } = t.people.mei
    const forged = all.flatMap((address) => [
      address.replace('-std', '-vip'),
      address.replace('-vip', '-std'),
      address.replace(`-${userId}-`, `-${t.people.lin.userId}-`),
      address.replace(sessionId, t.people.lin.sessionId),
      address.replace(/\/\d{10}\//, (expiry) => `/${Number(expiry.slice(1, -1)) + 600}/`),
    ])
    const unchanged = new Set(all)
    for (const address of forged.filter((one) => !unchanged.has(one))) expect((await get(address)).statusCode).toBe(403)
    const before = t.clock.nowMs()
    await t.station.accounts.manager.revokeVip('mei')
    try {
      // What was given for a film is over at last with its address, and a download at once.
      if (way !== 'download') t.clock.set(before + 41 * 60_000)
      expect(withVipBytes(await follow(all))).toEqual([])
      expect(withVipBytes(await follow(await given[way === 'preview' ? 'play' : way]('mei')))).toEqual([])
    } finally {
      t.clock.set(before)
      await t.station.accounts.manager.grantVip('mei', 30)
    }
  })
})
