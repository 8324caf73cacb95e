import type { FastifyInstance } from 'fastify'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { compressAssets } from '../../apps/web/vite/compress-assets.ts'
import { textsPlugin } from '../../apps/web/vite/texts-plugin.ts'

/** Path of the single-page application on the station that it is compared with. */
export const spaPath = '/plain/'

const emptyBoot = '<script type="application/json" id="boot">'

/** Builds the single-page application into `outDir`: one script and one style sheet. */
async function buildSpa(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: import.meta.dirname,
    base: spaPath,
    logLevel: 'error',
    plugins: [textsPlugin()],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      chunkSizeWarningLimit: 800,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  await compressAssets(outDir)
}

/** Serves it besides the station's own pages in the same way. Its document contains the site key. */
export async function serveSpa(app: FastifyInstance, outDir: string, siteKey: string): Promise<void> {
  await buildSpa(outDir)
  const html = await readFile(join(outDir, 'index.html'), 'utf8')
  app.get(spaPath, async (_request, reply) => {
    const boot = JSON.stringify({ siteKey, now: Math.floor(Date.now() / 1000) })
    return reply.type('text/html; charset=utf-8').send(html.replace(emptyBoot, `${emptyBoot}${boot}`))
  })
  app.get<{ Params: { name: string } }>(`${spaPath}assets/:name`, async (request, reply) =>
    reply.sendFile(request.params.name, join(outDir, 'assets')),
  )
}
