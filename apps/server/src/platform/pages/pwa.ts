import type { FastifyInstance } from 'fastify'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { defaultLimits, type RateLimits } from '../http/rate-limits.ts'

/** What the web build says of itself as an app. */
const PwaBuild = z.object({
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string() })),
  touchIcon: z.string(),
})

const ground = '#0b0e14'

export interface PwaNeeds {
  /** Folder of the web build. */
  buildDir: string
  limits: RateLimits
  /** What the operator calls the site. */
  siteName: () => Promise<string>
}

/**
 * Serves what makes an app of the site at the addresses where browsers look for it: the manifest (W3C Web Application
 * Manifest), the service worker, whose scope is what stands beside it, and the icon of an iPhone's screen.
 */
export function installPwa(app: FastifyInstance, { buildDir, limits, siteName }: PwaNeeds): void {
  const clientDir = join(buildDir, 'client')
  if (!existsSync(join(clientDir, 'pwa.json'))) return
  const { icons, touchIcon } = PwaBuild.parse(JSON.parse(readFileSync(join(clientDir, 'pwa.json'), 'utf8')))
  const worker = readFileSync(join(clientDir, 'service-worker.js'))

  app.get('/manifest.webmanifest', async (request, reply) => {
    await limits.consume('page', request.ip, defaultLimits.page)
    const name = await siteName()
    const manifest = {
      id: '/',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      lang: 'zh-Hans',
      name,
      short_name: name,
      theme_color: ground,
      background_color: ground,
      icons,
    }
    reply.headers({ 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' })
    return JSON.stringify(manifest)
  })
  app.get('/service-worker.js', async (_request, reply) => {
    reply.headers({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    })
    return worker
  })
  for (const address of ['/apple-touch-icon.png', '/apple-touch-icon-precomposed.png'])
    app.get(address, async (_request, reply) => reply.redirect(touchIcon))
}
