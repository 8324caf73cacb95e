import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { StartRefusal } from '../../../../platform/process/start-refusal.ts'

/** A failed run of ffmpeg or ffprobe. */
export class FfmpegError extends Error {
  override readonly name = 'FfmpegError'
  /** The end of its standard error output. */
  readonly stderrTail: string
  readonly isTimeOut: boolean

  constructor(message: string, stderrTail: string, isTimeOut = false) {
    super(message)
    this.stderrTail = stderrTail
    this.isTimeOut = isTimeOut
  }
}

export interface ToolRun {
  args: readonly string[]
  /** Working directory for relative output names. */
  cwd?: string
  timeoutSec: number
  signal?: AbortSignal | undefined
}

const maxStderrChars = 4000
const niceness = 10

/**
 * Runs the tool under a watchdog that reads from a pipe held by this process: when this process ends in any way, the
 * pipe closes and the tool is killed. Closing the pipe also stops the tool on purpose. The tool has its own session, so
 * that Ctrl-C in the terminal reaches only this process.
 */
const watchdogScript = [
  'exec 3<&0 </dev/null',
  `nice -n ${niceness} "$@" 3<&- &`,
  'tool=$!',
  '{ read -r _ <&3; kill -9 $tool; } 2>/dev/null &',
  'watch=$!',
  'exec 3<&-',
  'wait $tool',
  'code=$?',
  'kill $watch 2>/dev/null',
  'exit $code',
].join('\n')

function start(tool: string, { args, cwd }: ToolRun): ChildProcess & { stdout: NodeJS.ReadableStream } {
  return spawn('/bin/sh', ['-c', watchdogScript, 'sh', tool, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    ...(cwd === undefined ? {} : { cwd }),
  })
}

const missing = (tool: string): string =>
  `找不到 ${tool}，不能处理影片。请安装 ffmpeg 5 以上，或用 FFMPEG_PATH 和 FFPROBE_PATH 指定。`

/** Waits until the tool exits. @throws FfmpegError, StartRefusal if the tool is not installed, or the reason of the signal */
async function waitForExit(child: ChildProcess, tool: string, { timeoutSec, signal }: ToolRun): Promise<void> {
  let stderrTail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderrTail = (stderrTail + text).slice(-maxStderrChars)
  })
  child.stdin?.on('error', () => undefined)
  let isTimeOut = false
  const stop = (): void => void child.stdin?.destroy()
  const timer = setTimeout(() => {
    isTimeOut = true
    stop()
  }, timeoutSec * 1000)
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
  try {
    const [code]: (number | string | null)[] = await once(child, 'close')
    signal?.throwIfAborted()
    if (code === 0) return
    if (code === 126 || code === 127) throw new StartRefusal(missing(tool))
    throw new FfmpegError(`${tool} ended with code ${String(code)}: ${stderrTail}`, stderrTail, isTimeOut)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    stop()
  }
}

/**
 * Runs ffmpeg quietly at low priority and overwrites outputs.
 * @param run.onProgress is called with the position in the output, in seconds
 * @throws FfmpegError, or the reason of the signal
 */
export async function runFfmpeg(run: ToolRun & { onProgress?: (outSec: number) => void }): Promise<void> {
  const tool = process.env.FFMPEG_PATH || 'ffmpeg'
  const args = ['-hide_banner', '-nostdin', '-v', 'error', '-y', '-progress', 'pipe:1', ...run.args]
  const child = start(tool, { ...run, args })
  createInterface({ input: child.stdout }).on('line', (line) => {
    const micros = /^out_time_us=(\d+)$/.exec(line)?.[1]
    if (micros !== undefined) run.onProgress?.(Number(micros) / 1e6)
  })
  await waitForExit(child, tool, run)
}

/**
 * Runs ffprobe and passes its output on in pieces until `onOutput` returns that it has enough.
 * @throws FfmpegError, also if it was stopped because it was enough; or the reason of the signal
 */
export async function runFfprobe(run: ToolRun & { onOutput: (text: string) => 'more' | 'enough' }): Promise<void> {
  const tool = process.env.FFPROBE_PATH || 'ffprobe'
  const child = start(tool, { ...run, args: ['-hide_banner', '-v', 'error', ...run.args] })
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (text: string) => {
    if (run.onOutput(text) === 'enough') child.stdin?.destroy()
  })
  await waitForExit(child, tool, run)
}
