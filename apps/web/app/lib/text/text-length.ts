/** Number of code points without surrounding white space, as the server counts them. */
export const lengthOf = (text: string): number => [...text.trim()].length
