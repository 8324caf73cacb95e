import Fastify, { type FastifyInstance } from 'fastify'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openFolder } from '../../testing/open-folder.ts'
import { installPwa } from './pwa.ts'
import { createRateLimits } from '../http/rate-limits.ts'

async function appWith(build: object | null): Promise<FastifyInstance> {
  const buildDir = openFolder()
  mkdirSync(join(buildDir, 'client'))
  if (build) writeFileSync(join(buildDir, 'client/pwa.json'), JSON.stringify(build))
  writeFileSync(join(buildDir, 'client/service-worker.js'), 'self.x = 1')
  const app = Fastify()
  installPwa(app, { buildDir, limits: createRateLimits(), siteName: async () => '海边影院' })
  onTestFinished(() => app.close())
  return app
}

test('a build without the web app has neither manifest nor worker', async () => {
  const app = await appWith(null)
  for (const url of ['/manifest.webmanifest', '/service-worker.js'])
    expect((await app.inject(url)).statusCode).toBe(404)
})

test('the manifest has the configured name, and the worker may connect only to us', async () => {
  const icon = { src: '/assets/icon.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' }
  const app = await appWith({ icons: [icon], touchIcon: '/assets/touch.png' })
  const manifest = await app.inject('/manifest.webmanifest')
  expect(manifest.headers['content-type']).toContain('application/manifest+json')
  expect(manifest.json()).toMatchObject({ name: '海边影院', start_url: '/', display: 'standalone', icons: [icon] })
  const worker = await app.inject('/service-worker.js')
  expect(worker.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  })
  expect((await app.inject('/apple-touch-icon.png')).headers['location']).toBe('/assets/touch.png')
})
