export const firstNames = words(`
  Aaron Abigail Adriana Alejandro Alicia Amelia Andre Angela Anthony Beatriz Benjamin Brandon Brenda Brian Caleb
  Camila Carlos Caroline Charles Chloe Christina Curtis Cynthia Darius David Deborah Denise Derek Diana Dominic
  Donna Dylan Elena Elijah Emily Eric Esther Ethan Evelyn Felix Fernando Frances Gabriel Gloria Grace Gregory
  Hannah Harold Heather Hector Helen Ian Irene Isabel Isaiah Jacqueline Jamal Janet Jasmine Javier Jeffrey
  Jennifer Jerome Joanna Jonathan José Joyce Julia Karen Keisha Kenneth Kevin Kimberly Laura Leonard Leticia Liam
  Linda Logan Lucia Luis Lydia Marcus Margaret Maria Martin Maya Melissa Michael Monica Natalie Nathan Nicole
  Noah Olivia Omar Pamela Patrick Paula Peter Priscilla Rachel Ramón Raymond Rebecca Renée Ricardo Robert Rosa
  Ruth Samantha Samuel Sandra Sarah Sean Sharon Sofía Stephanie Steven Sylvia Tamara Teresa Thomas Timothy Tyler
  Valerie Vanessa Victor Vincent Virginia Walter Wendy William Xavier Yolanda Zachary Zoë`);

export const lastNames = words(`
  Abbott Acosta Aguilar Allen Anderson Bailey Baker Barnes Bennett Boyd Brooks Bryant Campbell Cardenas Carter
  Castillo Chavez Chen Clark Coleman Collins Contreras Cooper Cruz Daniels Davis Delgado Diaz Dixon Dunn Edwards
  Elliott Espinoza Evans Fields Fisher Flores Foster Freeman Fuentes Garcia Gardner Gibson Gomez Gonzalez Graham
  Grant Greene Griffin Gutierrez Hamilton Harper Harris Hawkins Hayes Henderson Hernandez Holmes Howard Hughes
  Ibarra Jackson Jenkins Jimenez Johnson Jordan Kelley Kennedy Kim Knight Lawson Lee Lewis Lopez Marshall
  Martinez Mason McCarthy Medina Mendoza Meyer Miller Mitchell Montgomery Morales Moreno Murphy Myers Navarro
  Nelson Nguyen O'Brien Olson Ortega Owens Palmer Park Parker Patel Payne Perez Perkins Peterson Phillips Porter
  Powell Ramirez Ramos Reed Reyes Reynolds Rice Richardson Rivera Robinson Rodriguez Rogers Romero Ross Ruiz
  Russell Salazar Sanchez Sanders Santos Schmidt Scott Shaw Silva Simmons Smith Soto Spencer Stevens Stewart
  Stone Sullivan Taylor Thompson Torres Tran Tucker Turner Valdez Vargas Vasquez Vega Wagner Walker Wallace
  Warren Washington Watkins Watson Weaver Webb West Wheeler Williams Wilson Wong Wood Young Zimmerman`);

export const streets = phrases(`
  Aspen Way, Birch Street, Canyon Road, Cedar Avenue, Cherry Lane, Cottonwood Drive, Elm Street,
  Evergreen Terrace, Garfield Avenue, Highland Drive, Hillcrest Road, Juniper Court, Lakeview Drive,
  Lincoln Street, Maple Avenue, Meadow Lane, Mesa Drive, Mill Road, Oak Street, Park Place, Pine Street,
  Prairie Road, Ridge Road, River Road, Spruce Street, Sunset Boulevard, Union Street, Valley View Road,
  Walnut Street, Willow Creek Road`);

/** A name as the local part of an address: plain ASCII. */
export function mailName(first: string, last: string): string {
  return `${first}.${last}`
    .normalize('NFD')
    .replaceAll(/[^A-Za-z.]/g, '')
    .toLowerCase();
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** Comma-separated. */
function phrases(text: string): readonly string[] {
  return text.trim().split(/,\s*/);
}
