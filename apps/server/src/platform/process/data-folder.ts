import { accessSync, constants, mkdirSync, realpathSync, statfsSync } from 'node:fs'
import { errorCode } from './error-code.ts'
import { StartRefusal } from './start-refusal.ts'

/** Below this the station does not start: PostgreSQL's journal alone may need as much at any moment. */
const leastFreeBytes = 200 * 1024 * 1024

const refusalsByCode: Record<string, string> = {
  ENOSPC: '磁盘已满，无法写入',
  EDQUOT: '磁盘配额已用完，无法写入',
  EROFS: '所在的磁盘是只读的',
  EACCES: '当前用户没有读写权限',
  EPERM: '当前用户没有读写权限',
  ENOTDIR: '路径中有一段是文件而不是文件夹',
  EEXIST: '是一个文件，而不是文件夹',
  ENAMETOOLONG: '路径太长',
}

/** Turns a failed file operation into the sentence for the operator. */
export function folderRefusal(folder: string, error: unknown): StartRefusal {
  const code = errorCode(error) ?? 'unknown'
  const reason = refusalsByCode[code] ?? `无法使用（${code}）`
  return new StartRefusal(`数据文件夹 ${folder} ${reason}。请修正，或用 YUNMU_DATA 另指一个文件夹。`, { cause: error })
}

/** How many bytes this user may still write to the disk of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Refuses a disk with less than 200 MB left for this user. */
export function refuseFullDisk(folder: string): void {
  const free = freeBytes(folder)
  if (free >= leastFreeBytes) return
  const megabytes = Math.floor(free / 1024 / 1024)
  throw new StartRefusal(`磁盘快满了：${folder} 所在的磁盘只剩 ${megabytes} MB，至少需要 200 MB。`)
}

/**
 * Makes the data folder where it is missing and checks that this user may read and write it and that the disk has room.
 * Returns its real path, the same for every process whatever links led to it.
 * @throws StartRefusal
 */
export function prepareDataFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    const real = realpathSync(folder)
    refuseFullDisk(real)
    return real
  } catch (error) {
    throw error instanceof StartRefusal ? error : folderRefusal(folder, error)
  }
}
