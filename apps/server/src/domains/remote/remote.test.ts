import { playToken } from '@yunmu/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type MakeOptions, type TestApp } from '../../testing/test-app.ts'
import { aTitle } from '../../testing/titles.ts'
import type { Bus } from '../../platform/events/events.ts'
import { createWebBuild, onePage } from '../../testing/web-build.ts'
import type { RemoteTables } from './remote-tables.ts'

/** Two processes of a station: what one publishes, the other receives. */
const receivers = new Map<number, (name: string, detail: unknown) => void>()
const busOf = (own: number): Bus => ({
  publish: (name, detail) => receivers.get(1 - own)?.(name, detail),
  flush: async () => true,
  subscribe: (receive) => void receivers.set(own, receive),
})

let t: TestApp
let beside: TestApp
const nowSec = (): number => Math.floor(t.clock.nowMs() / 1000)

beforeAll(async () => {
  const webBuildDir = await createWebBuild(onePage)
  t = await buildTestApp({}, { webBuildDir, bus: busOf(0) })
  beside = await buildTestApp({}, { webBuildDir, bus: busOf(1), beside: t })
})

/** A title whose first episode lies at these addresses. */
async function aRemoteTitle(urls: readonly string[], given: { vip?: boolean; title?: object } = {}): Promise<number> {
  const { catalog, remote } = t.station
  const { id } = await catalog.writer.saveTitle(aTitle(given.title), nowSec())
  await catalog.writer.saveEpisodes(
    id,
    [{ source: '量子', level: 1, name: '第01集', vip: given.vip ?? false }],
    nowSec(),
  )
  for (const url of urls) await remote.manager.add({ titleId: id, source: '量子', level: 1, url })
  return id
}

const play = async (id: number, options: MakeOptions = {}, app = t) =>
  (await app.make(playToken, { type: 'vod', id, ids: 0, level: 1 }, options)).data
const allow = (name: string, mode: 'direct' | 'relayed' | 'embedded' | 'refused') =>
  t.station.remote.manager.hosts.allow(name, mode)
const policyOf = async (app = t): Promise<string> =>
  String((await app.app.inject({ url: '/', headers: { host: 'a.example' } })).headers['content-security-policy'])

describe('hosts', () => {
  test('[M02] an address plays nothing and its host is in no policy until the operator allows the host', async () => {
    const before = await policyOf()
    const id = await aRemoteTitle(['https://v1.example/a/index.m3u8'])
    expect(await play(id)).toEqual({ refusal: 'EpisodeNotReady' })
    expect(await policyOf()).not.toContain('example')
    expect((await policyOf()).length).toBe(before.length)
    await allow('v1.example', 'direct')
    expect(await play(id)).toMatchObject({
      url: 'https://v1.example/a/index.m3u8',
      remote: [{ kind: 'hls', url: 'https://v1.example/a/index.m3u8' }],
    })
    const policy = await policyOf()
    expect(policy).toMatch(/media-src 'self' blob: https:\/\/v1\.example;/)
    expect(policy).toMatch(/connect-src 'self' https:\/\/v1\.example;/)
    expect(policy).toMatch(/frame-src 'self';/)
    await allow('v1.example', 'refused')
    expect(await play(id)).toEqual({ refusal: 'EpisodeNotReady' })
    expect((await policyOf()).length).toBe(before.length)
  })

  test.each(['https://x;sandbox/a.mp4', 'https://*.com/a.mp4', 'https://a,b.example/a.mp4', "https://'self'/a.mp4"])(
    '[E07] %s is no address of a film: its host would change the policy of every page',
    async (url) => {
      const id = await aRemoteTitle([])
      expect(await t.station.remote.manager.add({ titleId: id, source: '量子', level: 1, url })).toBe('noAddress')
      expect(await allow(new URL(url).hostname, 'direct')).toBeNull()
    },
  )

  test('[E07] a host that an older version accepted is left out of the policy', async () => {
    await t.platform.db
      .withTables<RemoteTables>()
      .insertInto('remote_host')
      .values({ scheme: 'https', host: 'x;sandbox', port: 443, mode: 'direct', created_sec: 1 })
      .execute()
    await allow('old.example', 'direct')
    expect(await policyOf()).toContain('https://old.example')
    expect(await policyOf()).not.toContain('x;sandbox')
  })

  test('[M02] a host that is allowed is allowed in every process at once', async () => {
    const id = await aRemoteTitle(['https://v2.example/film.mp4'])
    expect(await policyOf(beside)).not.toContain('v2.example')
    await allow('v2.example', 'direct')
    expect(await policyOf(beside)).toContain('v2.example')
    expect(await play(id, {}, beside)).toMatchObject({ remote: [{ kind: 'mp4' }] })
  })

  test('[M02] the page of a partner plays only where its host is embedded, and only frames may show that host', async () => {
    const id = await aRemoteTitle(['https://partner.example/play/7'])
    await allow('partner.example', 'direct')
    expect(await play(id)).toEqual({ refusal: 'EpisodeNotReady' })
    await allow('partner.example', 'embedded')
    expect(await play(id)).toMatchObject({ remote: [{ kind: 'page', url: 'https://partner.example/play/7' }] })
    const policy = await policyOf()
    expect(policy).toMatch(/frame-src 'self' https:\/\/partner\.example;/)
    expect(policy.replace(/frame-src[^;]*;/, '')).not.toContain('partner.example')
  })

  test('[M02] hosts are named by name, with a port, and as an origin', async () => {
    await aRemoteTitle(['https://p.example:8443/a.m3u8', 'http://p.example/a.m3u8'])
    const named = async (text: string) =>
      ((await allow(text, 'refused')) ?? []).map(({ scheme, port }) => [scheme, port])
    expect(await named('p.example')).toEqual([
      ['http', 80],
      ['https', 8443],
    ])
    expect(await named('p.example:8443')).toEqual([['https', 8443]])
    expect(await named('http://p.example')).toEqual([['http', 80]])
    expect(await named('视频.example')).toEqual([['https', 443]])
    expect(await allow('not a host', 'direct')).toBeNull()
    expect(await allow('https://user@p.example', 'direct')).toBeNull()
  })
})

describe('rights', () => {
  test('[E07] the addresses of an episode for VIPs are given to VIPs only, and a preview of it to nobody', async () => {
    await t.station.site.write({ vip_preview_minutes: 5 })
    const id = await aRemoteTitle(['https://v3.example/a.m3u8'], { vip: true })
    await allow('v3.example', 'direct')
    expect(await play(id)).toEqual({ refusal: 'VipNeeded' })
    expect(await play(id, { as: 'lin' })).toEqual({ refusal: 'VipNeeded' })
    expect(await play(id, { as: 'mei' })).toMatchObject({ url: 'https://v3.example/a.m3u8' })
  })

  test('[B08] a line with a password gives no address without it', async () => {
    const id = await aRemoteTitle(['https://v4.example/a.m3u8'])
    await allow('v4.example', 'direct')
    await t.station.locks.manager.set({ kind: 'vod', id, line: 0 }, 'zhi-ma-kai-men')
    expect(await play(id)).toEqual({ refusal: 'PlayPasswordNeeded' })
  })

  test('[E07] what is not for minors has no address in their mode', async () => {
    const id = await aRemoteTitle(['https://v5.example/a.m3u8'])
    await allow('v5.example', 'direct')
    await t.station.catalog.corrections.titles.markAdult('mei', id, true)
    expect(await play(id)).toMatchObject({ url: 'https://v5.example/a.m3u8' })
    expect(await play(id, { headers: { cookie: 'minor=1' } })).toEqual({ refusal: 'NoSuchTitle' })
  })
})

describe('addresses', () => {
  test('[M02] adding addresses again changes nothing, and what is no address of a film is refused', async () => {
    const id = await aRemoteTitle([])
    const [episode] = await t.station.catalog.remoteEpisodes.find({ titleIds: [id] })
    const episodeId = episode?.episodeId ?? 0
    const save = (urls: readonly string[]) =>
      t.platform.db.transaction().execute((tx) =>
        t.station.remote.saveAddresses(
          tx,
          urls.map((url) => ({ episodeId, kind: 'hls' as const, url })),
          nowSec(),
        ),
      )
    const good = ['https://v6.example/1.m3u8', 'https://V6.example:443/1.m3u8#x', 'http://v6.example/2.m3u8']
    const bad = [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'https://a:b@v6.example/',
      'data:x,y',
      '',
      `https://v6.example/${'x'.repeat(2000)}`,
    ]
    expect(await save([...good, ...bad])).toMatchObject({ added: 2, newHosts: 2, titleIds: [] })
    const again = await save([...good, ...bad])
    expect(again).toMatchObject({ added: 0, newHosts: 0 })
    expect(again.refused.map(({ url }) => url)).toEqual(bad)
    await allow('v6.example', 'direct')
    expect(await save(['https://v6.example/3.m3u8'])).toMatchObject({ added: 1, titleIds: [] })
    expect(await play(id)).toMatchObject({
      remote: [
        { url: 'https://v6.example/1.m3u8' },
        { url: 'http://v6.example/2.m3u8' },
        { url: 'https://v6.example/3.m3u8' },
      ],
    })
  })

  test('[M02] two transactions that add the same addresses at once add each once', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => aRemoteTitle([])))
    const episodes = await t.station.catalog.remoteEpisodes.find({ titleIds: ids })
    const wanted = episodes.flatMap(({ episodeId }) =>
      Array.from({ length: 5 }, (_, at) => ({
        episodeId,
        kind: 'hls' as const,
        url: `https://h${at}.twice.example/${episodeId}.m3u8`,
      })),
    )
    const save = (list: typeof wanted) =>
      t.platform.db.transaction().execute((tx) => t.station.remote.saveAddresses(tx, list, nowSec()))
    const saved = await Promise.all([save(wanted), save(wanted.toReversed()), save(wanted)])
    expect(saved.reduce((sum, { added }) => sum + added, 0)).toBe(wanted.length)
    for (const id of ids) expect(await t.station.remote.manager.list(id)).toHaveLength(5)
  })

  test('[M02] an episode with a file of the station plays that file', async () => {
    const id = await aRemoteTitle(['https://v8.example/1.m3u8'])
    await allow('v8.example', 'direct')
    const assetId = await t.station.media.assets.createAsset({ demo: false, nowSec: nowSec() })
    await t.station.catalog.writer.saveEpisodes(
      id,
      [{ source: '量子', level: 1, name: '第01集', assetId, state: 'pending' }],
      nowSec(),
    )
    expect(await play(id)).toEqual({ refusal: 'EpisodeNotReady' })
    await allow('v8.example', 'direct')
    expect(await play(id)).toEqual({ refusal: 'EpisodeNotReady' })
  })

  test('[M02] a removed address plays no longer', async () => {
    const id = await aRemoteTitle(['https://v9.example/1.m3u8'])
    await allow('v9.example', 'direct')
    const [address] = await t.station.remote.manager.list(id)
    expect(await t.station.remote.manager.remove(address?.id ?? 0)).toBe(true)
    expect(await t.station.remote.manager.remove(address?.id ?? 0)).toBe(false)
    expect(await play(id)).toEqual({ refusal: 'EpisodeNotReady' })
  })
})
