/** Addresses of drawn pictures of people: the same name is the same face, on every machine. */

/** Number of faces that are drawn: people share them, so that addresses cannot ask for more and more drawings. */
export const faceCount = 256

/** Given names that are mostly women's: a guess, which decides the length of the hair. */
const longHairNames =
  /[月微穗露眠安雁潮柔晴夏雨央岚桐和乔舒遥棠霜婉绣花兰芳娜丽静婷雪梅莉倩燕玲娟瑶岚珠澪艾莎丝]|克莱尔|以真|多温/u

/** FNV-1a over code points; the lowest bit of the result is 1 for long hair. */
function faceOf(name: string): number {
  let hash = 0x811c9dc5
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  const given = [...name].slice(1).join('')
  return (((hash ^ (hash >>> 15)) >>> 3) & (faceCount - 2)) | Number(longHairNames.test(given))
}

/** A wide portrait of a person, for the page of the person. */
export const personPicture = (name: string): string => `/media/art/person/${faceOf(name)}.webp`

/** The same face as a small square. */
export const facePicture = (name: string): string => `/media/art/face/${faceOf(name)}.webp`

/** The picture of the invented viewer with this number. */
export const avatarPicture = (viewer: number): string => `/media/art/avatar/${viewer % faceCount}.webp`
