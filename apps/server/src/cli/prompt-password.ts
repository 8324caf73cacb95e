import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { UsageError, type Terminal } from './command-context.ts'

const enter = new Set(['\r', '\n'])
const erase = new Set(['\u007f', '\b'])
const interrupt = '\u0003'
const endOfInput = '\u0004'

/**
 * Reads a password: from a terminal twice without echo, else the first line of standard input. Never from an argument,
 * which every user of the machine can see.
 */
export async function promptPassword(terminal: Terminal): Promise<string> {
  if (terminal.input.isTTY !== true) return firstLine(terminal.input)
  const once = await promptHidden('密码：', terminal)
  if ((await promptHidden('再输入一次：', terminal)) !== once) throw new UsageError('两次输入的密码不一致。')
  return once
}

async function firstLine(input: Readable): Promise<string> {
  for await (const line of createInterface({ input })) return line
  throw new UsageError('没有读到密码：请在终端里输入，或从标准输入给出。')
}

function promptHidden(question: string, { input, errors }: Terminal): Promise<string> {
  // Before the prompt, so that fast typing is not echoed either.
  input.setRawMode?.(true)
  input.setEncoding('utf8').resume()
  errors.write(question)
  return new Promise((resolve, reject) => {
    let typed: string[] = []
    const end = (): void => {
      input.off('data', onData).pause()
      input.setRawMode?.(false)
      errors.write('\n')
    }
    const onData = (keys: string): void => {
      for (const key of keys) {
        if (key === interrupt || key === endOfInput) {
          end()
          return reject(new UsageError('没有输入密码，什么都没有改。'))
        }
        if (enter.has(key)) {
          end()
          return resolve(typed.join(''))
        }
        if (erase.has(key)) typed = typed.slice(0, -1)
        else typed.push(key)
      }
    }
    input.on('data', onData)
  })
}
