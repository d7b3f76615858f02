import type { Random } from '../random.js';

/** What someone does at a school, and how old such people are. */
export interface Occupation {
  JobID: number;
  JobName: string;
  Role: string;
  Title: string;
  Department: string | null;
  category: Category;
  /** Whether there is a room of their own. */
  room: boolean;
  years: readonly [least: number, most: number];
}

export const categories = ['Educator', 'School administrator', 'Support staff', 'Retiree', 'Business owner'] as const;
type Category = (typeof categories)[number];

const jobs = ['Instruction', 'Leadership', 'Student services', 'Operations', 'Business', 'Retired'] as const;
const subjects = ['Mathematics', 'English', 'Science', 'Social Studies', 'Spanish', 'Special Education', 'Art'];
const grades = ['Kindergarten', 'First Grade', 'Second Grade', 'Third Grade', 'Fourth Grade', 'Fifth Grade', 'Music'];

type Post = readonly [Role: string, Department: string | null, category: Category, job: (typeof jobs)[number]];
const posts: readonly Post[] = [
  ['Principal', 'Administration', 'School administrator', 'Leadership'],
  ['Assistant Principal', 'Administration', 'School administrator', 'Leadership'],
  ['School Counselor', 'Counseling', 'Educator', 'Student services'],
  ['Librarian', 'Library', 'Educator', 'Instruction'],
  ['Coach', 'Physical Education', 'Educator', 'Instruction'],
  ['Paraprofessional', 'Special Education', 'Support staff', 'Instruction'],
  ['Nurse', 'Health Office', 'Support staff', 'Student services'],
  ['Administrative Assistant', 'Administration', 'Support staff', 'Operations'],
  ['Bus Driver', 'Transportation', 'Support staff', 'Operations'],
  ['Custodian', 'Facilities', 'Support staff', 'Operations'],
  ['Cook', 'Food Services', 'Support staff', 'Operations'],
];
/** Posts that do not work in a room of their own. */
const roomless = ['Bus Driver', 'Custodian', 'Cook', 'Coach'];

/** An occupation at that school; a third are other posts than a teacher's. */
export function occupationAt(random: Random, school: string): Occupation {
  if (random.chance(0.08)) {
    const Role = 'Retired Teacher';
    const retired = { Role, Title: Role, Department: null, category: 'Retiree', room: false } as const;
    return { ...retired, ...job('Retired'), years: [57, 82] };
  }
  if (random.chance(0.6)) {
    const Department = random.pick(school.includes('Elementary') ? grades : subjects);
    const teacher = { Role: 'Teacher', Title: `${Department} Teacher`, category: 'Educator', room: true } as const;
    return { ...teacher, Department, ...job('Instruction'), years: [23, 65] };
  }
  const [Role, Department, category, name] = random.pick(posts);
  const Title = category === 'School administrator' ? `${Role}, ${school}` : Role;
  const years = category === 'School administrator' ? ([36, 66] as const) : ([21, 66] as const);
  return { Role, Title, Department, category, ...job(name), room: !roomless.includes(Role), years };
}

export const owner: Occupation = {
  ...{ Role: 'Owner', Title: 'Owner', Department: null, category: 'Business owner', room: false, years: [28, 68] },
  ...job('Business'),
};

function job(JobName: (typeof jobs)[number]): Pick<Occupation, 'JobID' | 'JobName'> {
  return { JobID: jobs.indexOf(JobName) + 1, JobName };
}
