/** Look-alike characters and the letters they imitate: `from` and `to` in the same order. */
const pairs: readonly (readonly [from: string, to: string])[] = [
  // Cyrillic and Greek small letters, after lower-casing.
  ['аеорсухіјѕһԁԛԝвкмнтгпи', 'aeopcyxijshdqwbkmhtrnu'],
  ['αβγεηικνορτυχωϲϳ', 'abyenikvoptuxwcj'],
  // Small capitals and phonetic letters.
  ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnoprstuvwyz'],
  ['ɑɡıȷ', 'agij'],
]

/** First letters of negative, squared and regional-indicator alphabets, which no normal form resolves. */
const enclosed = [0x1f150, 0x1f170, 0x1f1e6]

/** Look-alikes and their letters. Only across alphabets: within one, words would change. */
export const lookAlikes: ReadonlyMap<string, string> = new Map([
  ...pairs.flatMap(([from, to]) => {
    const letters = [...to]
    return [...from].map((character, at) => [character, letters[at] ?? ''] as const)
  }),
  ...enclosed.flatMap((first) =>
    Array.from({ length: 26 }, (_, at) => [String.fromCodePoint(first + at), String.fromCharCode(97 + at)] as const),
  ),
])
