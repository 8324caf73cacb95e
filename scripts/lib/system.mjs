import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { findChromium, findWholeChromium } from './chromium.mjs'
import { messages, say } from './messages.mjs'
import { runtimeDir } from './paths.mjs'
import { findProgram, run } from './run.mjs'

/** @typedef {'ffmpeg' | 'fonts' | 'chromium' | 'notifications' | 'redis'} Need what the machine provides besides Node */

const fontFolders = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  path.join(homedir(), '.fonts'),
  path.join(homedir(), '.local/share/fonts'),
  '/System/Library/Fonts',
  '/Library/Fonts',
]
const chineseFont = /cjk|wqy|sourcehan|source-han|fallback|uming|ukai|pingfang|hiragino|fandol|lxgw|simsun|msyh|arphic/i

/** @param {string} folder @param {number} depth @returns {boolean} */
function hasChineseFont(folder, depth) {
  try {
    return readdirSync(folder, { withFileTypes: true }).some((entry) => {
      if (entry.isDirectory()) return depth > 0 && hasChineseFont(path.join(folder, entry.name), depth - 1)
      return /\.(ttf|ttc|otf|otc)$/i.test(entry.name) && chineseFont.test(entry.name)
    })
  } catch {
    return false
  }
}

/**
 * @typedef {{ isThere: () => boolean, isBest?: () => boolean, packages: readonly string[] }} Source `isBest`: whether the
 *   installed program is also the preferred one; absent is the same as `isThere`
 */

/** @type {Record<Need, Source>} */
const needs = {
  ffmpeg: {
    isThere: () => {
      const chosen = process.env.FFMPEG_PATH
      if (chosen) return findProgram(chosen) !== undefined
      return findProgram('ffmpeg') !== undefined && findProgram('ffprobe') !== undefined
    },
    packages: ['ffmpeg'],
  },
  fonts: {
    isThere: () => fontFolders.some((folder) => hasChineseFont(folder, 4)),
    packages: ['fonts-noto-cjk', 'fontconfig'],
  },
  chromium: {
    isThere: () => findChromium() !== undefined,
    isBest: () => process.env.CHROMIUM_PATH !== undefined || findChromium()?.endsWith('-headless-shell') === true,
    packages: ['chromium-headless-shell'],
  },
  notifications: {
    isThere: () => findWholeChromium() !== undefined,
    packages: ['chromium'],
  },
  redis: {
    isThere: () => ['redis-server', 'valkey-server'].some((name) => findProgram(name) !== undefined),
    packages: ['redis-server'],
  },
}

/** A failed installation is not repeated at every start: without a network each start would wait for it. */
const retryAfterMs = 24 * 3600 * 1000
const failureMark = path.join(runtimeDir, 'apt-failed')

function mayInstall() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version') || !findProgram('apt-get')) return false
  const failed = statSync(failureMark, { throwIfNoEntry: false })
  return failed === undefined || Date.now() - failed.mtimeMs > retryAfterMs
}

/** @param {readonly string[]} args */
function aptGet(args) {
  const limits = ['-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::Retries=1', '-o', 'DPkg::Lock::Timeout=120']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return run('apt-get', [...limits, ...args], { env, timeoutMs: 600_000 })
}

/** @param {readonly string[]} packages */
async function install(packages) {
  say(messages.installingSystem(packages))
  const order = (/** @type {readonly string[]} */ names) =>
    aptGet(['install', '-y', '-q', '--no-install-recommends', ...names])
  if ((await order(packages)).code === 0) return
  // On a fresh machine the package lists are empty or outdated.
  await aptGet(['update', '-q'])
  if ((await order(packages)).code === 0) return
  // Not every distribution based on Debian has the headless shell.
  await order(packages.map((name) => name.replace('-headless-shell', '')))
  mkdirSync(runtimeDir, { recursive: true })
  writeFileSync(failureMark, '')
}

/**
 * Installs what is missing if permitted (root on a system based on Debian). Prints a line for each program that is still
 * missing and what will not work. Never fails: the station runs without them, with less functionality.
 * @param {readonly Need[]} wanted
 */
export async function ensureSystem(wanted) {
  const missing = () => wanted.filter((need) => !needs[need].isThere())
  const packages = wanted
    .map((need) => needs[need])
    .flatMap((source) => ((source.isBest ?? source.isThere)() ? [] : source.packages))
  if (packages.length > 0 && mayInstall()) {
    rmSync(failureMark, { force: true })
    await install(packages).catch(() => undefined)
  }
  for (const need of missing()) say(messages.systemLacks[need])
}
