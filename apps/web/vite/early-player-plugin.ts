import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const name = 'virtual:early-player'
const entry = 'app/player/engine/hls-start.ts'

interface Chunk {
  file: string
  imports?: string[]
}

/** The chunks that the engine may wait for: its own, and those that `vite.config.ts` keeps free of anything else. */
const ownChunk = /^assets\/(?:hls-start|before-hydration|engine-parts|rolldown-runtime)-[^/]+$/

/** URLs of a chunk's file and of all its imports. */
function filesOf(manifest: Record<string, Chunk>, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || seen.has(`/${chunk.file}`)) return seen
  if (!ownChunk.test(chunk.file)) {
    throw new Error(`the player's engine imports something from ${chunk.file}, and would wait for it: see engineParts`)
  }
  seen.add(`/${chunk.file}`)
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, seen)
  return seen
}

/**
 * Gives the server the URLs of the player's engine, so that its page can preload it in the document head instead of after
 * the other scripts. They are read from the manifest of the browser's build, which runs first.
 */
export function earlyPlayerPlugin(): Plugin {
  let root = ''
  return {
    name: 'yunmu:early-player',
    configResolved(config) {
      root = config.root
    },
    resolveId: (source) => (source === name ? `\0${name}` : null),
    load(id) {
      if (id !== `\0${name}`) return null
      const isBuiltForServer = this.environment.name === 'ssr' && this.environment.mode === 'build'
      if (!isBuiltForServer) return 'export const earlyPlayer = null'
      const manifest: Record<string, Chunk> = JSON.parse(
        readFileSync(join(root, 'build/client/.vite/manifest.json'), 'utf8'),
      )
      const [script, ...preloads] = filesOf(manifest, entry)
      return `export const earlyPlayer = ${JSON.stringify(script === undefined ? null : { script, preloads })}`
    },
  }
}
