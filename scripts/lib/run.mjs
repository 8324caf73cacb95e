import { spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

const endingSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Runs a program and returns its exit code and output. A signal that ends this process ends the program too.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number, echo?: boolean, onStart?: (pid: number) => void }} [options]
 *   `echo` prints the output as it arrives; `onStart` gets the process number
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
      removeSignalHandlers()
      process.exit(1)
    }
    const removeSignalHandlers = () => endingSignals.forEach((signal) => process.off(signal, endBoth))
    endingSignals.forEach((signal) => process.on(signal, endBoth))
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
        if (options.echo) process.stdout.write(text)
      })
    }
    child.on('error', (error) => {
      removeSignalHandlers()
      reject(error)
    })
    child.on('close', (code) => {
      removeSignalHandlers()
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
 * The first program of that name on the PATH, or the file itself if the name is a path.
 * @param {string} name
 * @returns {string | undefined}
 */
export function findProgram(name) {
  if (name.includes(path.sep)) return isProgram(name) ? name : undefined
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return folders.map((folder) => path.join(folder, name)).find(isProgram)
}

/**
 * The last lines of a program's output.
 * @param {string} output
 * @param {number} lines
 */
export function tailOf(output, lines) {
  return output.trim().split('\n').slice(-lines).join('\n')
}
