import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { withLock } from './lock.mjs'
import { LauncherError, messages, say } from './messages.mjs'
import { npm } from './npm.mjs'
import { prepareLock, runtimeDir } from './paths.mjs'
import { run } from './run.mjs'

const wantedVersion = '24.21.0'
const minMajor = 24
const parentCheckMs = 500

const home = path.join(runtimeDir, `node-v${wantedVersion}-${process.platform}-${process.arch}`)
const packageName = `node-${process.platform}-${process.arch}`
const nodeInside = path.join('node_modules', packageName, 'bin', 'node')

/** @param {string} version */
function majorOf(version) {
  return Number.parseInt(version, 10)
}

/** Installs into another folder, verifies, and renames: an interrupted installation never looks complete. */
async function installRuntime() {
  const node = path.join(home, nodeInside)
  if (existsSync(node)) return node
  await withLock(
    prepareLock,
    () => say(messages.waiting),
    async (holdFor) => {
      if (existsSync(node)) return
      say(messages.installingRuntime(wantedVersion, process.versions.node))
      const draft = `${home}.new`
      for (const left of [draft, home]) rmSync(left, { recursive: true, force: true })
      mkdirSync(draft)
      writeFileSync(path.join(draft, 'package.json'), '{ "private": true }\n')
      const wanted = `${packageName}@${wantedVersion}`
      await npm(draft, ['install', '--prefix', draft, '--no-save', '--no-package-lock', wanted], holdFor)
      await verifyRuntime(path.join(draft, nodeInside))
      renameSync(draft, home)
    },
  )
  return node
}

/** @param {string} node */
async function verifyRuntime(node) {
  if (!existsSync(node)) throw new LauncherError(messages.runtimeMissing(packageName))
  const { code, output } = await run(node, ['--version']).catch(() => ({ code: 1, output: '' }))
  if (code !== 0 || output.trim() !== `v${wantedVersion}`) throw new LauncherError(messages.runtimeUnfit(wantedVersion))
}

/**
 * Runs this script again with the other Node as a child: it shares the terminal, gets this process's signals, and its exit code becomes ours.
 * @param {string} node
 * @returns {Promise<never>}
 */
function restartWith(node) {
  return new Promise((_, reject) => {
    const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
      stdio: 'inherit',
      env: {
        ...process.env,
        PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`,
        YUNMU_MACHINE_NODE: process.execPath,
      },
    })
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'])) {
      process.on(signal, () => child.kill(signal))
    }
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      if (signal === null) process.exit(code ?? 1)
      process.removeAllListeners(signal)
      process.kill(process.pid, signal)
    })
  })
}

/** A parent killed by SIGKILL cannot forward signals: this process then ends itself with SIGTERM. */
function endWithParent() {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, parentCheckMs)
  timer.unref()
}

/**
 * Ensures that the script runs on Node 24: returns if this Node is new enough; otherwise installs Node 24, runs the script
 * with it, and never returns.
 */
export async function ensureRuntime() {
  const isRelaunched = process.env.YUNMU_MACHINE_NODE !== undefined
  if (isRelaunched || process.env.npm_lifecycle_event !== undefined) endWithParent()
  if (majorOf(process.versions.node) >= minMajor) return
  if (isRelaunched) throw new LauncherError(messages.runtimeUnfit(wantedVersion))
  await restartWith(await installRuntime())
}
