import { InvalidArgumentError, type Command } from 'commander'
import { nowSec } from '../platform/process/clock.ts'
import type { OpenStation } from './command-context.ts'
import { parseNumber } from './operator-input.ts'

/** Address of a line whose stream is pushed to this station. */
export const pushAddress = 'push:'

const daySec = 24 * 3600
const maxDays = 3660

export interface PushOptions {
  days?: number
  end?: boolean
}

function parseDays(text: string): number {
  const days = parseNumber(text)
  if (days > maxDays) throw new InvalidArgumentError('')
  return days
}

export const withPushOptions = (command: Command): Command =>
  command
    .option('--days <天数>', '密钥在多少天内有效，默认 365', parseDays)
    .option('--end', '以前的密钥全部作废，正在推流的也断开')

/** Prints where an encoder pushes to a line, or revokes the keys of the line. */
export async function printPushKey(
  { station, platform }: OpenStation,
  { id, name }: { id: number; name: string },
  { days = 365, end = false }: PushOptions,
  print: (text: string) => void,
): Promise<void> {
  if (end) {
    await station.recorder.revokePushKeys(id)
    return print(`${name}  以前的推流密钥都已作废`)
  }
  const address = await station.recorder.pushAddress(id, nowSec(platform.clock) + days * daySec)
  print(`${name}  服务器 ${address.server}  串流密钥 ${address.name}`)
}
