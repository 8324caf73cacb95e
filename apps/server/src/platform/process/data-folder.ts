import { accessSync, constants, mkdirSync, realpathSync, statfsSync } from 'node:fs'
import { errorCode } from './error-code.ts'
import { StartRefusal } from './start-refusal.ts'

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

/** Converts a failed file operation to a message for the operator. */
export function folderRefusal(folder: string, error: unknown): StartRefusal {
  const code = errorCode(error) ?? 'unknown'
  const reason = refusalsByCode[code] ?? `无法使用（${code}）`
  return new StartRefusal(`数据文件夹 ${folder} ${reason}。请修正，或用 YUNMU_DATA 另指一个文件夹。`, { cause: error })
}

/** Bytes that this user can still write to the folder's disk. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Refuses a disk with less than `minFreeMb` megabytes free for this user. */
export function refuseFullDisk(folder: string, minFreeMb: number): void {
  const freeMb = Math.floor(freeBytes(folder) / 1024 / 1024)
  if (freeMb >= minFreeMb) return
  throw new StartRefusal(
    `磁盘快满了：${folder} 所在的磁盘只剩 ${freeMb} MB，至少需要 ${minFreeMb} MB。请先腾出空间；删除东西的命令仍可使用。`,
  )
}

/**
 * Creates the data folder if it is missing, and checks its permissions. Returns its real path, which is the same for
 * every process whatever symbolic links were used.
 * @throws StartRefusal
 */
export function prepareDataFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return realpathSync(folder)
  } catch (error) {
    throw folderRefusal(folder, error)
  }
}
