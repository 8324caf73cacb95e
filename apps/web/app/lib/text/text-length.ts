/** How many characters a text has, as people and the station count them: white space around it is none. */
export const lengthOf = (text: string): number => [...text.trim()].length
