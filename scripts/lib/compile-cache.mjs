import module from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { runtimeDir } from './paths.mjs'

/**
 * Caches compiled modules on disk, for this process and its children: the next command starts in two thirds of the time.
 * Changed files are recompiled. Requires Node 22 or newer.
 */
export function enableCompileCache() {
  process.env.NODE_COMPILE_CACHE ??= path.join(runtimeDir, 'compiled')
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
}
