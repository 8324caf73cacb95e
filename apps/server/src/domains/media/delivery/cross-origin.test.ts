import { playToken } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { startHints } from '../../../config.ts'
import { aPlayableTitle } from '../../../testing/media.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const site = 'https://site.example'
const media = { MEDIA_URL: 'https://media.example' }

/** The Access-Control-Allow-Origin header of a master playlist and of a preflight reply for pages of `origin`. */
async function allowedFor(env: Record<string, string>, origin: string): Promise<unknown[]> {
  const t = await buildTestApp(env)
  const { titleId } = await aPlayableTitle(t)
  const { data } = await t.make(playToken, { type: 'vod', id: titleId, ids: 0, level: 1 })
  const url = new URL(playToken.reply.parse(data).url).pathname
  const [playlist, preflight] = await Promise.all([
    t.app.inject({ url, headers: { origin } }),
    t.app.inject({ method: 'OPTIONS', url, headers: { origin, 'access-control-request-headers': 'range' } }),
  ])
  expect([playlist.statusCode, preflight.statusCode]).toEqual([200, 204])
  return [playlist.headers['access-control-allow-origin'], preflight.headers['access-control-allow-origin']]
}

test("[F08] with media on another origin, the station's own pages may read it without a further setting", async () => {
  expect(await allowedFor({ ...media, SITE_URL: site }, site)).toEqual([site, site])
  expect(await allowedFor({ ...media, SITE_URL: site }, 'https://elsewhere.example')).toEqual([undefined, undefined])
})

test('[F08] MEDIA_URL without the origin of the pages prints a hint at start, because nothing could play', async () => {
  const hintsOf = async (env: Record<string, string>): Promise<string> => {
    const { config } = (await buildTestApp(env)).platform
    return startHints(config).join('\n')
  }
  expect(await hintsOf(media)).toContain('SITE_URL')
  expect(await hintsOf({ ...media, SITE_URL: site })).not.toContain('MEDIA_URL')
  expect(await hintsOf({ ...media, ALLOWED_ORIGINS: site })).not.toContain('MEDIA_URL')
  expect(await hintsOf({})).not.toContain('MEDIA_URL')
})
