/** Pairs of what looks like a letter or digit, and that letter: `from` and `to` in the same order. */
const pairs: readonly (readonly [from: string, to: string])[] = [
  // Cyrillic and Greek small letters, as lower case leaves them.
  ['аеорсухіјѕһԁԛԝвкмнтгпи', 'aeopcyxijshdqwbkmhtrnu'],
  ['αβγεηικνορτυχωϲϳ', 'abyenikvoptuxwcj'],
  // Small capitals and letters of phonetics.
  ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnoprstuvwyz'],
  ['ɑɡıȷ', 'agij'],
]

/** Negative and squared letters and those of flags, which no normal form resolves. */
const enclosed = [0x1f150, 0x1f170, 0x1f1e6]

/** Letters that are taken for others, and what for. Only across alphabets: within one, words would become others. */
export const lookAlikes: ReadonlyMap<string, string> = new Map([
  ...pairs.flatMap(([from, to]) => {
    const letters = [...to]
    return [...from].map((character, at) => [character, letters[at] ?? ''] as const)
  }),
  ...enclosed.flatMap((first) =>
    Array.from({ length: 26 }, (_, at) => [String.fromCodePoint(first + at), String.fromCharCode(97 + at)] as const),
  ),
])
