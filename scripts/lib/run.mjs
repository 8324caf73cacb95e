import { spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

const endingSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Runs a program to its end and returns its exit code and all that it said. When we are told to end, it ends with us.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number, echo?: boolean, onStart?: (pid: number) => void }} [options]
 *   `echo` shows what it says as it comes; `onStart` is told its process number
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      timeout: options.timeoutMs,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    if (child.pid !== undefined) options.onStart?.(child.pid)
    const endBoth = (/** @type {NodeJS.Signals} */ signal) => {
      child.kill(signal)
      letGo()
      process.exit(1)
    }
    const letGo = () => endingSignals.forEach((signal) => process.off(signal, endBoth))
    endingSignals.forEach((signal) => process.on(signal, endBoth))
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
        if (options.echo) process.stdout.write(text)
      })
    }
    child.on('error', (error) => {
      letGo()
      reject(error)
    })
    child.on('close', (code) => {
      letGo()
      resolve({ code: code ?? 1, output })
    })
  })
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/**
 * The first program of that name on the PATH, or the file itself when the name is a path.
 * @param {string} name
 * @returns {string | undefined}
 */
export function findProgram(name) {
  if (name.includes(path.sep)) return isProgram(name) ? name : undefined
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return folders.map((folder) => path.join(folder, name)).find(isProgram)
}

/**
 * The last lines of what a program said.
 * @param {string} output
 * @param {number} lines
 */
export function tailOf(output, lines) {
  return output.trim().split('\n').slice(-lines).join('\n')
}
