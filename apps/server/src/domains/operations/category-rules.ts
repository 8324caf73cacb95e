/** Categories that folders name. The ids are those of the top categories, which are fixed. */

const FOLDERS: readonly (readonly [topId: number, pattern: RegExp])[] = [
  [3, /^(?:[\p{Script=Han}\d]{0,6}综艺(?:节目)?|variety(?: ?shows?)?)$/iu],
  [4, /^(?:[\p{Script=Han}\d]{0,6}(?:动漫|番剧|动画|动画片|新番)|anime|cartoons?)$/iu],
  [5, /^(?:[\p{Script=Han}\d]{0,6}(?:纪录片|纪录)|documentar(?:y|ies))$/iu],
  [6, /^(?:[\p{Script=Han}\d]{0,6}短剧(?:合集)?|short ?dramas?)$/iu],
  [7, /^(?:[\p{Script=Han}\d]{0,6}(?:体育|赛事)|sports?)$/iu],
  [2, /^(?:[\p{Script=Han}\d]{0,6}(?:电影|影片|动画电影)|films?|movies?)$/iu],
  [
    1,
    /^(?:[\p{Script=Han}\d]{0,6}(?:电视剧|连续剧|剧集)|[国港台美英日韩泰]产?剧|tv(?: ?(?:shows?|series))?|series)$/iu,
  ],
]

/** The top category that the innermost telling folder of a path names; null if none does. */
export function categoryOfFolders(relativePath: string): number | null {
  const folders = relativePath.split(/[/\\]/u).slice(0, -1)
  for (const folder of folders.toReversed()) {
    const found = FOLDERS.find(([, pattern]) => pattern.test(folder.normalize('NFKC').trim()))
    if (found !== undefined) return found[0]
  }
  return null
}
