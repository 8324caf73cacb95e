import { accessSync, constants, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { LauncherError, messages } from './messages.mjs'
import { runtimeDir } from './paths.mjs'
import { findProgram, run } from './run.mjs'

/** Settings of the operator that a nested npm must get; the other variables describe the outer `npm start` only. */
const inherited =
  /^npm_config_(registry|cache|userconfig|globalconfig|proxy|https?_proxy|noproxy|ca|cafile|strict_ssl|fetch_.*)$/i

const noNetwork = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT)\b/

/** @param {string} folder */
function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function npmEnvironment() {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_') || inherited.test(name)),
  )
  // The outer npm sets a cache in the home folder even for a user without a home folder.
  const cache = env.npm_config_cache ?? path.join(homedir(), '.npm')
  if (!isWritable(cache) && !isWritable(path.dirname(cache))) env.npm_config_cache = path.join(runtimeDir, 'npm-cache')
  return env
}

/** The installed npm needs the installed Node; the downloaded runtime has no npm. */
function npmCommand() {
  const node = process.env.YUNMU_MACHINE_NODE ?? process.execPath
  const outer = process.env.npm_execpath ?? ''
  if (path.basename(outer) === 'npm-cli.js') return [node, outer]
  const found = findProgram('npm')
  if (found === undefined) throw new LauncherError(messages.noNpm)
  const script = realpathSync(found)
  return script.endsWith('.js') ? [node, script] : [found]
}

/** The first sentence of npm's error output; usage text may follow it. @param {string} output */
function reasonIn(output) {
  const said = output.split('\n').map((line) => line.replace(/^npm (error|ERR!)\s*/, '').trim())
  return said.find((line) => line !== '' && !line.startsWith('code ') && !line.startsWith('npm warn')) ?? ''
}

/**
 * Runs npm quietly in a folder.
 * @param {string} cwd
 * @param {readonly string[]} args
 * @param {(pid: number) => void} onStart gets npm's process number
 */
export async function npm(cwd, args, onStart) {
  const [program = '', ...before] = npmCommand()
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']
  const { code, output } = await run(program, [...before, ...args, ...quiet], { cwd, env: npmEnvironment(), onStart })
  if (code === 0) return
  if (output.includes('ENOSPC')) throw new LauncherError(messages.diskFull)
  if (output.includes('EACCES')) throw new LauncherError(messages.notWritable(cwd))
  throw new LauncherError(noNetwork.test(output) ? messages.noNetwork : messages.npmFailed(reasonIn(output)))
}
