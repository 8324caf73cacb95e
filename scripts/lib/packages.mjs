import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { withLock } from './lock.mjs'
import { messages, say } from './messages.mjs'
import { npm } from './npm.mjs'
import { prepareLock, root } from './paths.mjs'
import { withProgress } from './progress.mjs'

/**
 * @typedef {{ version?: string, resolved?: string, link?: boolean, optional?: boolean, devOptional?: boolean }} Entry
 * @typedef {Record<string, Entry>} Entries the packages of a lock file by their folder
 */

/** @param {string} file @returns {Entries | undefined} */
function packagesIn(file) {
  try {
    const { packages } = JSON.parse(readFileSync(file, 'utf8'))
    return packages
  } catch {
    return undefined
  }
}

/**
 * Whether npm's record of its last complete installation matches the lock file. npm removes the record before it changes
 * anything, so an incomplete installation never counts.
 * @param {string} folder the project's root
 */
export function packagesAreInstalled(folder) {
  const wanted = packagesIn(path.join(folder, 'package-lock.json'))
  const installed = packagesIn(path.join(folder, 'node_modules', '.package-lock.json'))
  if (!wanted || !installed) return false
  return Object.entries(wanted).every(([place, entry]) => {
    if (!place.includes('node_modules/')) return true
    const found = installed[place]
    if (!found) return entry.optional === true || entry.devOptional === true
    return entry.link === true || found.version === entry.version
  })
}

/** The share of the packages whose folders exist. @param {string} folder the project's root */
function installedShare(folder) {
  const places = Object.keys(packagesIn(path.join(folder, 'package-lock.json')) ?? {}).filter((place) =>
    place.includes('node_modules/'),
  )
  return places.filter((place) => existsSync(path.join(folder, place))).length / Math.max(1, places.length)
}

/** Installs the packages when they are missing or the lock file has changed. Install scripts never run. */
export async function ensurePackages() {
  if (packagesAreInstalled(root)) return
  await withLock(
    prepareLock,
    () => say(messages.waiting),
    async (holdFor) => {
      if (packagesAreInstalled(root)) return
      say(messages.installingPackages)
      await withProgress(
        (seconds) => messages.packagesProgress(installedShare(root), seconds),
        () => npm(root, ['ci', '--include=dev', '--include=optional'], holdFor),
      )
    },
  )
}
