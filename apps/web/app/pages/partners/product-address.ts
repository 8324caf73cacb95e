/** The id of a product in an address; 0, which no product has, for anything else. */
export const segmentValue = (id: string): number => (/^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0)
