import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout's root. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/** What the scripts bring along and remember; never part of the repository. */
export const runtimeDir = path.join(root, '.runtime')

/** One command at a time changes the runtime, the packages or the web build. */
export const prepareLock = path.join(runtimeDir, 'prepare.lock')
