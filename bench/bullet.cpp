// weft-bench-bullet COLUMNS ROWS SUBSTEPS ITERATIONS FRAMES: the scene `corners` in Bullet's btSoftBody, for weft-cli bench
// to compare with. The same sheet, masses and constraints: rows and columns, both diagonals, two-cell bends (a distance
// here, which is what Bullet has), with the k's of weft's pbd. Prints one line: ms a frame, min and median; over the
// last fifth of the frames, stretch max and mean, compression max and mean, of rows and columns.
#include <btBulletDynamicsCommon.h>
#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

const double tick = 1.0 / 60.0, density = 0.2; // s, kg/m^2

struct sheet {
    int columns, rows;
    btSoftBody *body;
    int stretch_links; // the first ones
};

struct strain {
    double stretch_max, stretch_sum, compression_max, compression_sum;
};

double border(int line, int count)
{
    return line == 0 || line == count - 1 ? 0.5 : 1.0;
}

void link(sheet &s, int c, int r, int dc, int dr, btSoftBody::Material *material)
{
    if (c + dc >= 0 && c + dc < s.columns && r + dr < s.rows)
        s.body->appendLink(r * s.columns + c, (r + dr) * s.columns + c + dc, material);
}

// Links in the direction (dc, dr) from every particle.
void family(sheet &s, int dc, int dr, double k)
{
    btSoftBody::Material *material = s.body->appendMaterial();
    material->m_kLST = btScalar(k);
    for (int r = 0; r < s.rows; r++)
        for (int c = 0; c < s.columns; c++)
            link(s, c, r, dc, dr, material);
}

void faces(sheet &s)
{
    for (int r = 0; r + 1 < s.rows; r++)
        for (int c = 0; c + 1 < s.columns; c++) {
            int a = r * s.columns + c, b = a + s.columns;
            s.body->appendFace(a, b, a + 1);
            s.body->appendFace(a + 1, b, b + 1);
        }
}

sheet make_sheet(btSoftBodyWorldInfo &info, int columns, int rows, int substeps, int iterations)
{
    std::vector<btVector3> positions;
    std::vector<btScalar> masses;
    double cell = density / ((columns - 1) * (rows - 1));
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++) {
            positions.emplace_back(btScalar(c) / (columns - 1) - 0.5f, 1.5f, btScalar(r) / (rows - 1));
            masses.push_back(btScalar(cell * border(c, columns) * border(r, rows)));
        }
    masses[0] = masses[columns - 1] = 0; // pinned
    sheet s = {columns, rows, new btSoftBody(&info, columns * rows, positions.data(), masses.data()), 0};
    family(s, 1, 0, 1.0);
    family(s, 0, 1, 1.0);
    s.stretch_links = s.body->m_links.size();
    family(s, 1, 1, 0.8);
    family(s, -1, 1, 0.8);
    family(s, 2, 0, 0.02);
    family(s, 0, 2, 0.02);
    faces(s); // for the normals, which a frame of weft has too
    s.body->m_cfg.piterations = iterations;
    s.body->m_cfg.kDP = btScalar(0.1 * tick / substeps);
    s.body->m_cfg.collisions = 0;
    s.body->setActivationState(DISABLE_DEACTIVATION);
    return s;
}

void measure(const sheet &s, strain &sum)
{
    double longest = 0, shortest = 0, longer = 0, shorter = 0;
    for (int i = 0; i < s.stretch_links; i++) {
        const btSoftBody::Link &l = s.body->m_links[i];
        double e = (l.m_n[1]->m_x - l.m_n[0]->m_x).length() / l.m_rl - 1.0;
        longest = std::max(longest, e);
        shortest = std::max(shortest, -e);
        (e > 0 ? longer : shorter) += std::abs(e) / s.stretch_links;
    }
    sum.stretch_max += longest;
    sum.stretch_sum += longer;
    sum.compression_max += shortest;
    sum.compression_sum += shorter;
}

void run(btSoftRigidDynamicsWorld &world, const sheet &s, int substeps, int frames)
{
    std::vector<double> ms;
    strain sum = {};
    int last = frames >= 5 ? frames / 5 : 1;
    for (int i = 0; i < frames; i++) {
        auto start = std::chrono::steady_clock::now();
        for (int k = 0; k < substeps; k++)
            world.stepSimulation(btScalar(tick / substeps), 0);
        ms.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
        if (i >= frames - last)
            measure(s, sum);
    }
    std::sort(ms.begin(), ms.end());
    double median = 0.5 * (ms[ms.size() / 2] + ms[(ms.size() - 1) / 2]);
    std::printf("%.9g %.9g %.9g %.9g %.9g %.9g\n", ms[0], median, sum.stretch_max / last, sum.stretch_sum / last,
                sum.compression_max / last, sum.compression_sum / last);
}

} // namespace

int main(int argc, char *argv[])
{
    int number[5] = {};
    for (int i = 0; i < 5; i++)
        number[i] = i + 1 < argc ? std::atoi(argv[i + 1]) : 0;
    if (argc != 6 || number[0] < 3 || number[1] < 3 || *std::min_element(number, number + 5) < 1) {
        std::fprintf(stderr, "usage: weft-bench-bullet COLUMNS ROWS SUBSTEPS ITERATIONS FRAMES\n");
        return 2;
    }
    btSoftBodyRigidBodyCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btSoftRigidDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
    btVector3 gravity(0, btScalar(-9.80665), 0);
    world.setGravity(gravity);
    world.getWorldInfo().m_gravity = gravity;
    sheet s = make_sheet(world.getWorldInfo(), number[0], number[1], number[2], number[3]);
    world.addSoftBody(s.body);
    run(world, s, number[2], number[4]);
    world.removeSoftBody(s.body);
    delete s.body;
    return 0;
}
