import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const name = 'virtual:early-player'
const entry = 'app/player/engine/hls-start.ts'

interface Chunk {
  file: string
  imports?: string[]
}

/** A chunk's file and everything that it imports, as addresses. */
function filesOf(manifest: Record<string, Chunk>, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || seen.has(`/${chunk.file}`)) return seen
  seen.add(`/${chunk.file}`)
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, seen)
  return seen
}

/**
 * Tells the server under which addresses the engine of the player lies, so that its page can begin to load it with the
 * first byte instead of after the rest of the scripts. The browser's build comes first and leaves its manifest.
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
