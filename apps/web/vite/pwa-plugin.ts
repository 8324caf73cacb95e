import { toTraditional } from '@yunmu/zh'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import sharp from 'sharp'
import { minifySync, type Plugin } from 'vite'

/** An icon as a manifest (W3C Web Application Manifest) lists it. */
export interface ManifestIcon {
  src: string
  sizes: string
  type: string
  purpose: 'any' | 'maskable'
}

/** What the server needs from the build: `pwa.json`. */
export interface PwaBuild {
  icons: ManifestIcon[]
  /** URL of the `apple-touch-icon`. */
  touchIcon: string
}

/**
 * The product's icon as an SVG document. `full` fills the square and keeps the drawing inside the safe zone of maskable
 * icons, a circle of four fifths (Web Application Manifest).
 */
export function iconSvg(source: string, full: boolean): string {
  if (!full) return source
  const drawing = source.replace(/<svg[^>]*>|<\/svg>|<rect[^>]*>/g, '')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 40 40"><rect x="-4" y="-4" width="40" height="40" fill="#0b0e14"/>${drawing}</svg>`
}

const pngOf = (svg: string, size: number): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer()

/** The offline page with its texts in both scripts. */
export function offlinePage(source: string): string {
  const words = [...source.matchAll(/<(title|h1|p|button)[^>]*>([^<]+)</g)]
  const traditional = Object.fromEntries(words.map(([, place = '', text = '']) => [place, toTraditional(text)]))
  const page = source.replace('/* TRADITIONAL */ {}', () => JSON.stringify(traditional))
  return page.replace(/\n\s*/g, '\n')
}

/** The service worker without types, minified. */
export function workerScript(source: string, offline: string, version: string): string {
  const script = stripTypeScriptTypes(source)
    .replaceAll('OFFLINE_PAGE', () => JSON.stringify(offline))
    .replaceAll('BUILD_VERSION', () => JSON.stringify(version))
  return minifySync('service-worker.js', script).code
}

/** Emits the icons, the service worker, and `pwa.json`, by which the server finds the icons. */
export function pwaPlugin(): Plugin {
  let root = ''
  return {
    name: 'yunmu:pwa',
    applyToEnvironment: ({ name }) => name === 'client',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    async generateBundle(_options, bundle) {
      const read = (path: string): string => readFileSync(join(root, path), 'utf8')
      const source = read('app/ui/icons/site-icon.svg')
      const emit = async (size: number, full: boolean): Promise<string> => {
        const png = await pngOf(iconSvg(source, full), size)
        const hash = createHash('sha256').update(png).digest('hex').slice(0, 8)
        const fileName = `assets/icon-${size}${full ? '-full' : ''}-${hash}.png`
        this.emitFile({ type: 'asset', fileName, source: png })
        return `/${fileName}`
      }
      const icon = async (size: number, purpose: ManifestIcon['purpose']): Promise<ManifestIcon> => ({
        src: await emit(size, purpose === 'maskable'),
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      })
      const icons = [await icon(192, 'any'), await icon(512, 'any'), await icon(512, 'maskable')]
      const build: PwaBuild = { icons, touchIcon: await emit(180, true) }
      const version = createHash('sha256').update(Object.keys(bundle).toSorted().join('\n')).digest('hex').slice(0, 12)
      const worker = workerScript(read('worker/service-worker.ts'), offlinePage(read('worker/offline.html')), version)
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: worker })
      this.emitFile({ type: 'asset', fileName: 'pwa.json', source: JSON.stringify(build) })
    },
  }
}
