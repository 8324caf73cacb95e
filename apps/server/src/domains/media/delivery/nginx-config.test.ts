import { playToken } from '@yunmu/contract'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../testing/free-port.ts'
import { aPlayableTitle, aRendition, segmentBytes } from '../../../testing/media.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { folderOf, urlsIn } from './delivery.fixture.ts'

const hasNginx = spawnSync('nginx', ['-v']).status === 0
const delivery = join(import.meta.dirname, '../../../../../../docs/delivery.md')

/** The documented configuration, for a station on this machine. */
async function documentedConfig(places: {
  station: string
  data: string
  work: string
  port: number
}): Promise<string> {
  const [, config = ''] = /```nginx\n([\s\S]+?)```/.exec(await readFile(delivery, 'utf8')) ?? []
  return config
    .replaceAll('http://127.0.0.1:8080', places.station)
    .replaceAll('/srv/yunmu/data', places.data)
    .replaceAll('/var/cache/nginx/yunmu', join(places.work, 'cache'))
    .replace('listen 443 ssl', `listen 127.0.0.1:${places.port}`)
}

async function startNginx(config: string, work: string): Promise<void> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(work, name)};`)
    .join(' ')
  const file = join(work, 'nginx.conf')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  await writeFile(
    file,
    `${user} worker_processes 1; daemon off; pid ${join(work, 'pid')}; error_log stderr crit;
     events { worker_connections 64; } http { access_log off; ${temporary} ${config} }`,
  )
  const nginx = spawn('nginx', ['-c', file, '-p', work], { stdio: ['ignore', 'ignore', 'inherit'] })
  onTestFinished(async () => {
    nginx.kill('SIGQUIT')
    if (nginx.exitCode === null) await once(nginx, 'exit')
  })
}

test.skipIf(!hasNginx)(
  '[J03] nginx as documented sends segments itself, and none of a rendition for VIPs to others, whatever it has cached',
  async () => {
    const t = await buildTestApp()
    await t.station.site.write({ vip_min_height: 1080, vip_preview_minutes: 1 })
    const station = await t.app.listen({ port: 0, host: '127.0.0.1' })
    const work = await mkdtemp(join(tmpdir(), 'yunmu-nginx-'))
    await chmod(work, 0o711)
    onTestFinished(() => rm(work, { recursive: true, force: true }))
    const port = await freePort()
    await startNginx(await documentedConfig({ station, data: t.platform.config.dataDir, work, port }), work)
    const get = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`)
      return { status: response.status, bytes: (await response.arrayBuffer()).byteLength }
    }
    await expect
      .poll(() =>
        get('/robots.txt').then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)

    const segments = Array.from({ length: 60 }, () => ({ durationMs: 4000, bytes: segmentBytes }))
    const renditions = [
      aRendition({ segments }),
      aRendition({ name: '1080p', label: '1080P', width: 1920, height: 1080, segments }),
    ]
    const { titleId } = await aPlayableTitle(t, { renditions })
    const folders = async (id: number, as?: 'mei'): Promise<string[]> => {
      const { data } = await t.make(playToken, { type: 'vod', id, ids: 0, level: 1 }, as ? { as } : {})
      const { body } = await t.app.inject({ url: playToken.reply.parse(data).url })
      return urlsIn(body).map(folderOf)
    }
    const ofVip = await folders(titleId, 'mei')
    expect(ofVip).toHaveLength(2)
    for (const folder of ofVip) expect(await get(`${folder}/00003.m4s`)).toEqual({ status: 200, bytes: segmentBytes })
    const [low = ''] = await folders(titleId)
    // The permission for the lower rendition is cached by now, and belongs to it alone.
    expect(await get(`${low}/00003.m4s`)).toEqual({ status: 200, bytes: segmentBytes })
    for (const file of ['init.mp4', '00003.m4s'])
      expect((await get(`${low.replace('/720p', '/1080p')}/${file}`)).status).toBe(403)

    const preview = await aPlayableTitle(t, { renditions, vip: true })
    const [beginning = ''] = await folders(preview.titleId)
    expect((await get(`${beginning}/00014.m4s`)).status).toBe(200)
    expect((await get(`${beginning}/00015.m4s`)).status).toBe(404)
  },
)
