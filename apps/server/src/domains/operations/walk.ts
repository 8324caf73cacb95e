import { lstat, readdir, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { errorCode } from '../../platform/process/error-code.ts'

export interface FoundVideo {
  /** Absolute path without symbolic links. */
  path: string
  /** Relative to the imported folder. */
  relativePath: string
  size: number
  mtimeMs: number
}

export interface Found {
  /** Sorted by path. */
  videos: FoundVideo[]
  /** Absolute paths of subtitle files. */
  subtitles: string[]
  /** Absolute paths of metadata files, `.nfo`. */
  metadata: string[]
  /** Absolute paths of pictures. */
  pictures: string[]
  refused: { path: string; reason: string }[]
}

const videoName = /\.(?:mkv|mp4|m4v|mov|ts|m2ts|mts|avi|webm|flv|f4v)$/i
const otherVideoName = /\.(?:wmv|asf|rmvb|rm|mpe?g|vob|ogv|3gp|divx|iso)$/i
const metadataName = /\.nfo$/i
const pictureName = /\.(?:jpe?g|png|webp)$/i
const subtitleName = /\.(?:srt|ass|ssa|vtt)$/i
/** Folders that storage systems reserve for themselves. */
const systemFolders = new Set(['@eaDir', '#recycle', '$RECYCLE.BIN', 'lost+found', 'System Volume Information'])
const maxDepth = 16

/**
 * Finds the videos and subtitles below a folder. Hidden files are ignored, and links are not followed: targets inside
 * the folder are found anyway, and targets outside were not requested.
 */
export async function findVideos(folder: string, signal?: AbortSignal): Promise<Found> {
  const root = await realpath(folder)
  const found: Found = { videos: [], subtitles: [], metadata: [], pictures: [], refused: [] }
  const walk = async (inside: string, depth: number): Promise<void> => {
    signal?.throwIfAborted()
    const refuse = (reason: string): unknown => found.refused.push({ path: inside, reason })
    if (depth > maxDepth) return void refuse('文件夹太深')
    const entries = await readdir(inside, { withFileTypes: true }).catch((err: unknown) => {
      refuse(unreadable(err))
      return []
    })
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      if (entry.name.startsWith('.') || systemFolders.has(entry.name)) continue
      const path = join(inside, entry.name)
      if (entry.isDirectory()) await walk(path, depth + 1)
      else await take(path, entry.isSymbolicLink(), root, found)
    }
  }
  await walk(root, 0)
  return found
}

async function take(path: string, isLink: boolean, root: string, found: Found): Promise<void> {
  const refuse = (reason: string): unknown => found.refused.push({ path, reason })
  if (otherVideoName.test(path)) return void refuse('不支持的视频格式')
  const isBeside = metadataName.test(path) || pictureName.test(path)
  if (!videoName.test(path) && !subtitleName.test(path) && !(isBeside && !isLink)) return
  if (isLink) {
    const target = await realpath(path).catch(() => null)
    if (target === null || !target.startsWith(join(root, sep))) refuse('是指向别处的链接')
    return
  }
  try {
    const { size, mtimeMs, ...entry } = await lstat(path).then((stats) => ({
      size: stats.size,
      mtimeMs: Math.floor(stats.mtimeMs),
      isFile: stats.isFile(),
    }))
    if (!entry.isFile) refuse('不是普通文件')
    else if (subtitleName.test(path)) found.subtitles.push(path)
    else if (metadataName.test(path)) found.metadata.push(path)
    else if (pictureName.test(path)) found.pictures.push(path)
    else found.videos.push({ path, relativePath: relative(root, path), size, mtimeMs })
  } catch (err) {
    refuse(unreadable(err))
  }
}

/** Why a file or folder cannot be read, for the operator. */
export function unreadable(err: unknown): string {
  const code = errorCode(err)
  if (code === 'EACCES' || code === 'EPERM') return '没有读取权限'
  if (code === 'ENAMETOOLONG') return '名字太长'
  if (code === 'ENOENT') return '找不到，名字里可能有无法识别的字符'
  return '无法读取'
}
