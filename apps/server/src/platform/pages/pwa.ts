import type { FastifyInstance } from 'fastify'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { defaultLimits, type RateLimits } from '../http/rate-limits.ts'

/** The web app's data in the web build. */
const PwaBuild = z.object({
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string() })),
  touchIcon: z.string(),
})

const themeColour = '#0b0e14'

export interface PwaNeeds {
  /** Folder of the web build. */
  buildDir: string
  limits: RateLimits
  /** The configured name of the site. */
  siteName: () => Promise<string>
}

/**
 * Serves the files of the web app where browsers expect them: the manifest (W3C Web Application Manifest), the service
 * worker, whose scope is its folder, and the icon for an iPhone's home screen.
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
      theme_color: themeColour,
      background_color: themeColour,
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
