/** The lines of a text, without their indentation. */
export const lines = (text: string): readonly string[] => text.trim().split(/\s*\n\s*/u)
