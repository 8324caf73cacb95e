import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout's root. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/** Downloaded runtime and state of the scripts; not part of the repository. */
export const runtimeDir = path.join(root, '.runtime')

/** Held by the command that changes the runtime, the packages or the web build. */
export const prepareLock = path.join(runtimeDir, 'prepare.lock')
