import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A script of this folder in its own process, which answers each line of input with one line of JSON. */
export class LineProcess {
  readonly child: ChildProcess
  readonly #lines: AsyncIterator<string>

  constructor(script: string, args: readonly string[], flags: readonly string[] = []) {
    const file = join(import.meta.dirname, script)
    const child = spawn(process.execPath, [...flags, file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
    this.child = child
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  }

  get pid(): number {
    return this.child.pid ?? 0
  }

  async read<Answer>(): Promise<Answer> {
    const { value, done } = await this.#lines.next()
    if (done) throw new Error('a process of the benchmark exited')
    return JSON.parse(value)
  }

  ask<Answer>(word: string): Promise<Answer> {
    this.child.stdin?.write(`${word}\n`)
    return this.read()
  }

  async end(): Promise<void> {
    this.child.stdin?.end()
    if (this.child.exitCode === null) await once(this.child, 'exit')
  }
}
