import { playToken } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { startHints } from '../../../config.ts'
import { aPlayableTitle } from '../../../testing/media.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const site = 'https://site.example'
const media = { MEDIA_URL: 'https://media.example' }

/** The Access-Control-Allow-Origin of a master playlist and of a preflight, as a page of `origin` is answered. */
async function allowedFor(env: Record<string, string>, origin: string): Promise<unknown[]> {
  const t = await buildTestApp(env)
  const { titleId } = await aPlayableTitle(t)
  const { data } = await t.make(playToken, { type: 'vod', id: titleId, ids: 0, level: 1 })
  const url = new URL(playToken.reply.parse(data).url).pathname
  const [given, asked] = await Promise.all([
    t.app.inject({ url, headers: { origin } }),
    t.app.inject({ method: 'OPTIONS', url, headers: { origin, 'access-control-request-headers': 'range' } }),
  ])
  expect([given.statusCode, asked.statusCode]).toEqual([200, 204])
  return [given.headers['access-control-allow-origin'], asked.headers['access-control-allow-origin']]
}

test('[F08] where media has an origin of its own, pages of the station read it without a further setting', async () => {
  expect(await allowedFor({ ...media, SITE_URL: site }, site)).toEqual([site, site])
  expect(await allowedFor({ ...media, SITE_URL: site }, 'https://elsewhere.example')).toEqual([undefined, undefined])
})

test('[F08] who sets MEDIA_URL without saying where the pages are is told at the start that nothing will play', async () => {
  const hintsOf = async (env: Record<string, string>): Promise<string> => {
    const { config } = (await buildTestApp(env)).platform
    return startHints(config).join('\n')
  }
  expect(await hintsOf(media)).toContain('SITE_URL')
  expect(await hintsOf({ ...media, SITE_URL: site })).not.toContain('MEDIA_URL')
  expect(await hintsOf({ ...media, ALLOWED_ORIGINS: site })).not.toContain('MEDIA_URL')
  expect(await hintsOf({})).not.toContain('MEDIA_URL')
})
