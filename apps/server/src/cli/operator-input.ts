import { daySec, dayStartSec } from '@yunmu/contract/china-time'
import { isCalendarDay, maxId } from '@yunmu/contract/constants'
import { InvalidArgumentError } from 'commander'
import { readFile } from 'node:fs/promises'
import { UsageError, type CommandContext } from './command-context.ts'

/** Reads a file named by the operator. @throws UsageError if it cannot be read */
export async function readOperatorFile({ pathOf }: CommandContext, file: string): Promise<Buffer> {
  try {
    return await readFile(pathOf(file))
  } catch (err) {
    throw new UsageError(`读不了文件：${file}`, { cause: err })
  }
}

/** Midnight in China at the beginning of a day (YYYY-MM-DD), Unix seconds. */
export function parseFirstDay(day: string): number {
  if (!isCalendarDay(day)) throw new InvalidArgumentError('')
  return dayStartSec(day)
}

/** Midnight at the end of a day: the last day is inclusive. */
export const parseLastDay = (day: string): number => parseFirstDay(day) + daySec

/** Parses a number from 1 that is the value of an option. */
export function parseNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('')
  return Number(text)
}

/** Parses an id typed by the operator. @throws UsageError if it cannot be one */
export function parseId(text: string, of: string): number {
  if (!/^\d{1,10}$/.test(text) || Number(text) > maxId) throw new UsageError(`没有编号为“${text}”的${of}。`)
  return Number(text)
}
